/**
 * What all persistent state stores stand on: a store of the engine in a directory of its own, with
 * the offsets and the position that belong to its data.
 *
 * <p>{@code PersistentStore} is the life of one: opening, commits, restoring, queries. {@code
 * StateDb} is its data with the {@code Ledger} of offsets, {@code ProcessResources} what all stores
 * of a process share.
 */
@NullMarked
package dev.malkoha.kafka.state;

import org.jspecify.annotations.NullMarked;
