/**
 * Range deletes: what they cover, found in the time of a binary search. It uses no other package of
 * the engine. Entries, memtables, versions, readers and merges use it.
 *
 * <ul>
 *   <li>{@code RangeTombstones}: cut into fragments
 *   <li>{@code GrowingRanges}: of a memtable
 *   <li>{@code RangeWalker}: for cursors
 *   <li>{@code DeadRuns}: ranges of keys in which nothing is visible; {@code DeadNow} keeps them
 *       true while others write
 * </ul>
 */
package dev.malkoha.engine.range;
