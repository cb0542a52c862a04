/**
 * Malkoha's public API: open a {@link dev.malkoha.engine.Db}, put, get, delete, write batches, take
 * snapshots and scan in order.
 *
 * <p>Keys are byte strings of 0 to 65,535 bytes in unsigned lexicographic order, values of 0 bytes
 * to 256 MiB. Nulls and larger ones are refused before anything is written.
 */
@NullMarked
package dev.malkoha.engine;

import org.jspecify.annotations.NullMarked;
