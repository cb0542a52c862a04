/**
 * The newest data, in memory: a B+-tree and a hash index over one arena. It may use {@code entry}
 * and {@code range} only. {@code commit} fills memtables, {@code read} and the flush of {@code
 * jobs} read them.
 *
 * <ul>
 *   <li>{@code MemTable}
 *   <li>{@code KeyTree}: the order of the keys; {@code HashIndex}: the way to one key
 *   <li>{@code Arena}: the entries; {@code Parts}: the memory that their bytes and records grow by
 * </ul>
 */
package dev.malkoha.engine.memtable;
