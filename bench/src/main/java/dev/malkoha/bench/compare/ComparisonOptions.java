package dev.malkoha.bench.compare;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * How a comparison is run.
 *
 * @param stores which stores, in the order to show them
 * @param rounds timed rounds, after one round that warms up and counts
 * @param settings what each store is given
 * @param seed of every random order
 * @param parent an existing directory for the stores' files
 */
public record ComparisonOptions(
    List<StoreKind> stores, int rounds, StoreSettings settings, long seed, Path parent) {

  /** The block cache of timed rounds unless told otherwise: less than half of the JDK's classes. */
  public static final long CACHE_BYTES = 64L << 20;

  /** Checks what is given. */
  public ComparisonOptions {
    stores = List.copyOf(stores);
    if (stores.isEmpty() || stores.stream().distinct().count() < stores.size()) {
      throw new IllegalArgumentException("name each store once, and at least one");
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }
}
