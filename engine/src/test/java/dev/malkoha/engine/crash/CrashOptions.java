package dev.malkoha.engine.crash;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.filter.FilterPolicy;
import java.util.List;
import java.util.SplittableRandom;

/** Options with which a short history reaches flushes and compactions. */
final class CrashOptions {

  private static final List<FilterPolicy> FILTERS =
      List.of(
          DbOptions.builder().build().filter(),
          FilterPolicy.cuckoo(0.002),
          FilterPolicy.bloom(10),
          FilterPolicy.none());

  private CrashOptions() {}

  /** One draw decides of durability and applier, so that seeds stand for the histories they did. */
  static DbOptions any(SplittableRandom random) {
    DbOptions.Builder options =
        DbOptions.builder()
            .memTableBytes(4096L << random.nextInt(3))
            .tableBytes(4096)
            .blockBytes(256 << random.nextInt(3))
            .blockCacheBytes(random.nextBoolean() ? 0 : 8192)
            .compression(random.nextBoolean() ? Compression.NONE : Compression.SNAPPY);
    int choice = random.nextInt(4);
    return options
        .durability(choice == 0 ? Durability.SYNC : Durability.PROCESS)
        .deleteApplier(choice < 3)
        .filter(FILTERS.get(random.nextInt(FILTERS.size())))
        .build();
  }
}
