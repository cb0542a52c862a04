package dev.malkoha.kafka.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.SharedResources;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one set of resources that all state stores of this process share. It is made by the
 * configuration of the first one that opens, and goes with the last one that closes.
 */
final class ProcessResources {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessResources.class);

  /** A store without commits may hold its share of this many times the memtables' memory. */
  private static final long UNMARKED_TIMES = 32;

  private static final long UNMARKED_MIN = 16 << 20;
  private static final long UNMARKED_MAX = 256 << 20;

  @GuardedBy("ProcessResources.class")
  private static @Nullable ProcessResources current;

  private final SharedResources shared;
  private final StoreConfig config;

  /** The requests of other configurations. */
  @GuardedBy("ProcessResources.class")
  private final Set<Sizes> refused = new HashSet<>();

  private volatile int users;

  private record Sizes(long memoryBytes, int threads) {

    static Sizes of(StoreConfig config) {
      return new Sizes(config.memoryBytes(), config.threads());
    }
  }

  private ProcessResources(StoreConfig config) {
    this.config = config;
    shared =
        SharedResources.builder()
            .blockCacheBytes(config.blockCacheBytes())
            .memTableBytes(config.memTableBytes())
            .backgroundThreads(config.threads())
            .build();
    LOG.info(
        "State stores of this process share at most {} bytes of heap for block cache and memtables"
            + " ({}), and {} threads ({})",
        shared.memoryBytesMax(),
        StoreConfig.MEMORY_BYTES,
        config.threads(),
        StoreConfig.THREADS);
  }

  /** The resources for one more store, which gives them back by {@link #release}. */
  static synchronized ProcessResources acquire(StoreConfig config) {
    ProcessResources resources = current == null ? new ProcessResources(config) : current;
    current = resources;
    resources.warnIfOther(config);
    resources.users++;
    return resources;
  }

  /** Warns once of each: an application opens many stores. */
  @GuardedBy("ProcessResources.class")
  private void warnIfOther(StoreConfig asked) {
    Sizes sizes = Sizes.of(asked);
    if (!sizes.equals(Sizes.of(config)) && refused.add(sizes)) {
      LOG.warn(
          "State stores of this process share {} bytes of heap and {} threads by now; a"
              + " configuration that asks for {} bytes and {} threads does not change that",
          config.memoryBytes(),
          config.threads(),
          asked.memoryBytes(),
          asked.threads());
    }
  }

  /** The configuration that they were made by. */
  StoreConfig config() {
    return config;
  }

  SharedResources shared() {
    return shared;
  }

  /**
   * Bytes that a store may write since its last commit before it waits for the next one no longer.
   * What no commit covers is not compacted: reads and disk pay for it, of all stores together.
   */
  long unmarkedMax() {
    long share = UNMARKED_TIMES * config.memTableBytes() / Math.max(1, users);
    return Math.clamp(share, UNMARKED_MIN, UNMARKED_MAX);
  }

  /** Gives the resources back, once for each {@link #acquire}, after the store was closed. */
  void release() {
    synchronized (ProcessResources.class) {
      users--;
      if (users == 0) {
        current = null;
        shared.close();
      }
    }
  }
}
