/**
 * Entries: their kinds, and what the versions of a key come to for readers and merges. It may use
 * {@code range} and the API. Memtables, readers, merges, the delete applier, commits and recovery
 * use it.
 */
package dev.malkoha.engine.entry;
