/**
 * An open store: {@code Store} is all of it, {@code StoreWriter} its writing half. It may use the
 * core and the features below it in the list of {@code ARCHITECTURE.md}. Opening makes it; {@code
 * facade} and inspection use it.
 *
 * <ul>
 *   <li>{@code Store}: the trees, how keyspaces are made, changed and dropped, and what is open
 *       with them
 *   <li>{@code StoreWriter}: absent in a store opened for reading
 *   <li>{@code Ticks}: what is due by time, and when an idle store needs no ticks
 *   <li>{@code Callbacks}: calls users' code, which cannot close the store; what it throws comes
 *       out unchanged; {@code Callbacks.Updating}: the keys whose operators a thread is in
 * </ul>
 */
package dev.malkoha.engine.store;
