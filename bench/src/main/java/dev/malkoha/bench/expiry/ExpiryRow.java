package dev.malkoha.bench.expiry;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.AgedStore;
import java.util.Optional;

/**
 * One run of one store.
 *
 * @param round from 1
 * @param writing whether others wrote meanwhile
 * @param course what was seen; empty for a store that has no entries that expire
 */
public record ExpiryRow(
    StoreKind store, int round, boolean writing, Optional<AgedStore.Course> course) {}
