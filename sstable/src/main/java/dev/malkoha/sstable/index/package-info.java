/** The index of a table: which data block a key is in, and which an ordinal. */
@NullMarked
package dev.malkoha.sstable.index;

import org.jspecify.annotations.NullMarked;
