package dev.malkoha.engine.deletion;

import dev.malkoha.filter.KeyHasher;
import java.util.function.Supplier;

/**
 * What both appliers need: where marks are made, what is to be heeded, and what is counted.
 *
 * @param openSnapshots gives the sequence numbers of open snapshots, ascending
 */
public record ApplierContext(
    Deletions deletions,
    KeyHasher hasher,
    Supplier<long[]> openSnapshots,
    ApplierJob.Bounds bounds,
    DeletionStats stats) {}
