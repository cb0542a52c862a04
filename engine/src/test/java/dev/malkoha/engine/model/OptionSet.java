package dev.malkoha.engine.model;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.store.Workers;
import dev.malkoha.filter.FilterPolicy;
import java.util.List;

/** A way to run a store: what it is told to do must not depend on it. */
record OptionSet(String name, DbOptions options, boolean threads) {

  private static final int KIB = 1024;

  static final List<OptionSet> ALL =
      List.of(
          new OptionSet("tiny", tiny().build(), false),
          new OptionSet(
              "tiny-bloom-snappy",
              tiny()
                  .filter(FilterPolicy.bloom(10))
                  .compression(Compression.SNAPPY)
                  .blockCacheBytes(16 * KIB)
                  .build(),
              false),
          new OptionSet(
              "tiny-blocked-sync",
              tiny()
                  .filter(FilterPolicy.blockedBloom(10))
                  .durability(Durability.SYNC)
                  .blockCacheBytes(4 * KIB)
                  .build(),
              false),
          new OptionSet(
              "no-filter",
              tiny().filter(FilterPolicy.none()).memTableBytes(16 * KIB).blockBytes(512).build(),
              false),
          new OptionSet(
              "tiny-semi-sorted",
              tiny().filter(FilterPolicy.semiSortedCuckoo(0.05)).build(),
              false),
          new OptionSet(
              "weak-filter-snappy",
              tiny()
                  .filter(FilterPolicy.cuckoo(0.3))
                  .compression(Compression.SNAPPY)
                  .memTableBytes(8 * KIB)
                  .tableBytes(16 * KIB)
                  .build(),
              false),
          new OptionSet("tiny-plain-deletes", tiny().deleteApplier(false).build(), false),
          new OptionSet(
              "plain-deletes-threads",
              tiny().deleteApplier(false).memTableBytes(8 * KIB).backgroundThreads(2).build(),
              true),
          new OptionSet("in-memory", DbOptions.builder().memTableBytes(KIB * KIB).build(), false),
          new OptionSet("tiny-threads", tiny().backgroundThreads(2).build(), true),
          new OptionSet(
              "threads-sync",
              tiny()
                  .memTableBytes(16 * KIB)
                  .durability(Durability.SYNC)
                  .blockCacheBytes(64 * KIB)
                  .compression(Compression.SNAPPY)
                  .build(),
              true));

  private static DbOptions.Builder tiny() {
    return DbOptions.builder()
        .memTableBytes(4 * KIB)
        .tableBytes(4 * KIB)
        .blockBytes(256)
        .blockCacheBytes(0)
        .compression(Compression.NONE);
  }

  Workers workers() {
    return threads ? Workers.threads(options.backgroundThreads()) : Workers.inline();
  }

  /** The set that comes so many places after this one. */
  OptionSet after(int places) {
    return ALL.get((ALL.indexOf(this) + places) % ALL.size());
  }

  @Override
  public String toString() {
    return name;
  }
}
