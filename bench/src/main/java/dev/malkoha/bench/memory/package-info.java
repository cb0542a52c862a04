/** Stores whose process may have only so much memory. */
@NullMarked
package dev.malkoha.bench.memory;

import org.jspecify.annotations.NullMarked;
