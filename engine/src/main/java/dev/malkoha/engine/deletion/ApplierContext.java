package dev.malkoha.engine.deletion;

import dev.malkoha.filter.KeyHasher;
import java.util.function.Supplier;

/**
 * What both appliers need: what is to be heeded, and what is counted.
 *
 * @param openSnapshots gives the sequence numbers of open snapshots, ascending
 */
public record ApplierContext(
    KeyHasher hasher,
    Supplier<long[]> openSnapshots,
    ApplierJob.Bounds bounds,
    DeletionStats stats) {}
