/** Placeholder. */
@NullMarked
package dev.malkoha.sstable;

import org.jspecify.annotations.NullMarked;
