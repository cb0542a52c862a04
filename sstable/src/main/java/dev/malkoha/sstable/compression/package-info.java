/**
 * Codecs: how a block's bytes are packed for the file and unpacked again. Each has a number that
 * stands with every block, so that a table is read whatever new ones are packed with.
 */
@NullMarked
package dev.malkoha.sstable.compression;

import org.jspecify.annotations.NullMarked;
