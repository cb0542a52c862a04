/**
 * What all persistent state stores stand on: a store of the engine in a directory of its own, with
 * the offsets and the position that belong to its data.
 *
 * <p>{@code PersistentStore} is the life of one: opening, commits, restoring, queries. {@code
 * StateDb} is its data, {@code Commits} are what of it is committed, by the {@code Ledger} of
 * offsets beside it. {@code ProcessResources} are what all stores of a process share.
 */
@NullMarked
package dev.malkoha.kafka.state;

import org.jspecify.annotations.NullMarked;
