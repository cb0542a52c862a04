/**
 * The write-ahead log: opaque records go in, and after a crash the same records come back, in
 * order, as a prefix of what was appended that holds at least everything forced.
 *
 * <p>{@link dev.malkoha.wal.Log} is the way in. The shape of the files is written down in {@code
 * docs/format/log.md}.
 */
@NullMarked
package dev.malkoha.wal;

import org.jspecify.annotations.NullMarked;
