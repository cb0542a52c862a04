/**
 * Blocks: how entries lie in a data block, and how blocks of all kinds lie in a table's file.
 * {@code docs/format/table.md} describes both.
 */
@NullMarked
package dev.malkoha.sstable.block;

import org.jspecify.annotations.NullMarked;
