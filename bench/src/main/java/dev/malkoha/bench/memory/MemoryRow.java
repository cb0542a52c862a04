package dev.malkoha.bench.memory;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore;
import org.jspecify.annotations.Nullable;

/**
 * What one process of limited memory measured, or why it did not.
 *
 * @param dataBytes of keys and values
 * @param phase loading, a workload, or the opening and the first gets of a cold start
 * @param round from 1; 0 for loading
 * @param measured null if it failed
 * @param anonymousPeak the most bytes seen in no file
 * @param failure why it failed; else empty
 */
public record MemoryRow(
    StoreKind store,
    long dataBytes,
    String phase,
    int round,
    KeptStore.@Nullable Measured measured,
    long anonymousPeak,
    String failure) {

  /** The first part of the name of a phase of loading; the loaded data stands after it. */
  static final String LOAD = "load ";

  /** The phase of opening a store after a cold start. */
  public static final String COLD_OPEN = "coldopen";

  /** The phase of the first gets after it. */
  public static final String COLD_GET = "coldget";

  /** Whether a store was loaded. */
  public boolean isLoad() {
    return phase.startsWith(LOAD);
  }
}
