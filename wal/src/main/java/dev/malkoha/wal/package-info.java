/** Placeholder. */
@NullMarked
package dev.malkoha.wal;

import org.jspecify.annotations.NullMarked;
