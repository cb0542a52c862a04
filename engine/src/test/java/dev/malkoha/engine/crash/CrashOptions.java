package dev.malkoha.engine.crash;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.util.List;
import java.util.SplittableRandom;

/** Options with which a short history reaches flushes and compactions. */
final class CrashOptions {

  private static final List<FilterPolicy> FILTERS =
      List.of(
          KeyspaceOptions.defaults().filter(),
          FilterPolicy.cuckoo(0.002),
          FilterPolicy.bloom(10),
          FilterPolicy.none());

  private static final List<FilterPolicy> DELETABLE =
      List.of(
          KeyspaceOptions.defaults().filter(),
          FilterPolicy.cuckoo(0.3),
          FilterPolicy.semiSortedCuckoo(0.3),
          FilterPolicy.windowedCuckoo(0.5),
          FilterPolicy.cuckoo(0.002),
          FilterPolicy.bloom(10));

  /** Memtables that are full after two entries, some sixty, and a hundred. */
  private static final long[] MEM_TABLE_BYTES = {4096, 12 << 10, 16 << 10};

  private static final double[] GARBAGE_SHARES = {0.05, 0.3, 1};

  private CrashOptions() {}

  /** Rules for prefixes that one key or many have. */
  private static final List<KeyPrefix> PREFIXES =
      List.of(
          KeyPrefix.none(),
          KeyPrefix.ofLength(1),
          KeyPrefix.ofLength(4),
          KeyPrefix.upTo((byte) ':'),
          KeyPrefix.none());

  /** Options for histories of deletes. One draw decides of durability and prefixes, as below. */
  static DbOptions ofDeletes(SplittableRandom random) {
    DbOptions.Builder options = DbOptions.builder();
    options
        .valueFileThreshold(Integer.getInteger("malkoha.values", 0))
        .memTableBytes(random.nextBoolean() ? 16 << 10 : 64 << 10)
        .tableBytes(4096)
        .blockBytes(random.nextBoolean() ? 256 : 4096)
        .blockCacheBytes(0)
        .compression(Compression.NONE);
    int choice = random.nextInt(5);
    return options
        .durability(choice == 0 ? Durability.SYNC : Durability.PROCESS)
        .prefixFilter(PREFIXES.get(choice))
        .filter(DELETABLE.get(random.nextInt(DELETABLE.size())))
        .garbageShare(GARBAGE_SHARES[random.nextInt(GARBAGE_SHARES.length)])
        .build();
  }

  /** One draw decides of durability and applier, so that seeds stand for the histories they did. */
  static DbOptions any(SplittableRandom random) {
    DbOptions.Builder options =
        DbOptions.builder()
            .memTableBytes(MEM_TABLE_BYTES[random.nextInt(MEM_TABLE_BYTES.length)])
            .tableBytes(4096)
            .blockBytes(256 << random.nextInt(3))
            .blockCacheBytes(random.nextBoolean() ? 0 : 8192)
            .compression(random.nextBoolean() ? Compression.NONE : Compression.SNAPPY);
    int choice = random.nextInt(4);
    return options
        .valueFileThreshold(Integer.getInteger("malkoha.values", choice == 1 ? 32 : 0))
        .durability(choice == 0 ? Durability.SYNC : Durability.PROCESS)
        .deleteApplier(choice < 3)
        .filter(FILTERS.get(random.nextInt(FILTERS.size())))
        .build();
  }
}
