/**
 * What is done in the background: flushes, compactions and the application of deletes, and {@code
 * TreeJobs}, which says for which tree. It may use {@code background} and what is below. Only the
 * store's writing half uses it.
 *
 * <ul>
 *   <li>{@code FlushJobs}: the flushes of the store, those first whose memtables were frozen first
 *   <li>{@code CompactionJobs}, {@code DeleteJobs}: the work of one tree
 *   <li>{@code UnflushedDeletes}: when deletes in memory are worth a flush of their own
 *   <li>{@code TreeJobs}: for which tree
 *   <li>{@code LogNeeds}: which part of the log trees still need
 * </ul>
 */
package dev.malkoha.engine.jobs;
