/**
 * Sorted string tables.
 *
 * <p>A table is an immutable file of entries (key bytes, tag, value bytes), ordered by key bytes,
 * unsigned, then by tag, unsigned and <em>descending</em>. The tag is an opaque 64-bit number to
 * this package. An entry's ordinal is its index in the table, from 0. {@link
 * dev.malkoha.sstable.TableBuilder} writes a table, {@link dev.malkoha.sstable.TableReader} answers
 * from it, {@link dev.malkoha.sstable.BlockCache} keeps blocks of many tables within one budget.
 * The file format is written down in {@code docs/format/table.md}.
 *
 * <p>A table never changes, but entries of it die. A {@link dev.malkoha.sstable.DeletionVector}
 * says which; {@link dev.malkoha.sstable.TableReader#with} gives a view of the table that neither
 * shows them nor reads blocks of nothing else; {@link dev.malkoha.sstable.sidecar} keeps such
 * vectors in files beside the tables.
 *
 * <p>{@code DataBlocks} finds a block in memory ({@code ResidentBlocks}) or in the file. A get
 * searches a copy of a stored block by a {@code StoredSearch} and verifies it at each read.
 */
@NullMarked
package dev.malkoha.sstable;

import org.jspecify.annotations.NullMarked;
