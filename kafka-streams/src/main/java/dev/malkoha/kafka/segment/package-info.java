/**
 * Segments of time as prefixes of keys, and the reads that need them: {@code Retention}, {@code
 * StreamTime}, the keys, and walks over them.
 */
@NullMarked
package dev.malkoha.kafka.segment;

import org.jspecify.annotations.NullMarked;
