package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.DeletionStats;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The background work of a store, and what its parts share.
 *
 * @param stopping set when the store closes: jobs that run then give up
 * @param idleWaiters those who wait until there is nothing left to do
 */
record Maintenance(
    Installer installer,
    FlushJobs flushes,
    CompactionJobs compactions,
    Background.Deletes deletes,
    DeletionStats deletionStats,
    IdleWaiters idleWaiters,
    AtomicBoolean stopping) {}
