/**
 * Range deletes: what they cover, found in the time of a binary search. It uses no other package of
 * the engine. Entries, memtables, versions, readers and merges use it.
 */
@NullMarked
package dev.malkoha.engine.range;

import org.jspecify.annotations.NullMarked;
