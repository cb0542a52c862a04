/**
 * Segments of time as prefixes of keys: the order of windows and sessions, and what reads of it.
 */
@NullMarked
package dev.malkoha.kafka.segment;

import org.jspecify.annotations.NullMarked;
