/**
 * The way of a write: the order of writers, their room in memtables, and {@code CommitPipeline},
 * which logs, applies and publishes. It may use {@code background} and what is below. Transactions,
 * ingestions, the store's writing half and {@code facade} use it.
 *
 * <ul>
 *   <li>{@code CommitPipeline}: order, log, apply, publish
 *   <li>{@code CommitBackoff}: how writers take the commit lock
 *   <li>{@code MemTableRoom}: where writers wait for memtables and memory
 * </ul>
 */
package dev.malkoha.engine.commit;
