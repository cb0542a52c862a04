/**
 * Recovery of a store's state: the open files of tables and values, and the log's records, which
 * {@code LogReplay} puts into memtables. It may use {@code tree} and what is below. Opening,
 * following and inspection use it.
 *
 * <ul>
 *   <li>{@code StoreDirectory}: whether a directory holds a store, and what is refused
 *   <li>{@code OpenTables}: the open files of tables and values
 *   <li>{@code LogReplay}: fills the memtables of all trees
 * </ul>
 */
package dev.malkoha.engine.recovery;
