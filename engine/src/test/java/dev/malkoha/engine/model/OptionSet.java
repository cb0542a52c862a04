package dev.malkoha.engine.model;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run a store: what it is told to do must not depend on it.
 *
 * @param late whether compactions and delete jobs run some operations after they are handed in
 * @param merging how its keyspaces merge; null if they do not
 */
record OptionSet(String name, DbOptions options, boolean late, Appending merging) {

  OptionSet(String name, DbOptions options, boolean late) {
    this(name, options, late, null);
  }

  /** The same with a merge function in all keyspaces, which have no bound then. */
  OptionSet with(Appending function) {
    DbOptions own =
        options.toBuilder().fifo(0).mergeFunction(Appending.NAME, function.function()).build();
    return new OptionSet(name, own, late, function);
  }

  private static final int KIB = 1024;

  /** {@code -Dmalkoha.values=N}: from how many bytes on values lie apart in all sets. */
  private static final int APART = Integer.getInteger("malkoha.values", 0);

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
              tiny()
                  .filter(FilterPolicy.none())
                  .memTableBytes(16 * KIB)
                  .blockBytes(512)
                  .valueFileThreshold(32)
                  .build(),
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
              "plain-deletes-late",
              tiny().deleteApplier(false).memTableBytes(8 * KIB).backgroundThreads(2).build(),
              true),
          new OptionSet(
              "tiny-fifo", tiny().fifo(1L << 40).blockCacheBytes(16 * KIB).build(), false),
          new OptionSet("in-memory", DbOptions.builder().memTableBytes(KIB * KIB).build(), false),
          new OptionSet("tiny-late", tiny().backgroundThreads(2).build(), true),
          new OptionSet(
              "late-sync",
              tiny()
                  .memTableBytes(16 * KIB)
                  .durability(Durability.SYNC)
                  .blockCacheBytes(64 * KIB)
                  .compression(Compression.SNAPPY)
                  .valueFileThreshold(64)
                  .build(),
              true));

  private static DbOptions.Builder tiny() {
    return DbOptions.builder()
        .memTableBytes(4 * KIB)
        .tableBytes(4 * KIB)
        .blockBytes(256)
        .blockCacheBytes(0)
        .compression(Compression.NONE)
        .valueFileThreshold(APART);
  }

  /**
   * Sets made for deletes: filters of all kinds, coarse ones too, that keys collide in; little or
   * much garbage allowed; delete jobs that end after few blocks, as tables are small; values in
   * value files with some.
   */
  static final List<OptionSet> DELETES = deletes();

  private static List<OptionSet> deletes() {
    List<FilterPolicy> filters =
        List.of(
            FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001)),
            FilterPolicy.cuckoo(0.3),
            FilterPolicy.semiSortedCuckoo(0.3),
            FilterPolicy.windowedCuckoo(0.5),
            FilterPolicy.perLevel(FilterPolicy.cuckoo(0.3)),
            FilterPolicy.cuckoo(0.002),
            FilterPolicy.semiSortedCuckoo(0.002),
            FilterPolicy.bloom(10),
            FilterPolicy.blockedBloom(4),
            FilterPolicy.none());
    double[] garbageShares = {0.05, 0.3, 1};
    List<OptionSet> sets = new ArrayList<>();
    for (FilterPolicy filter : filters) {
      for (double share : garbageShares) {
        DbOptions.Builder options = tiny().filter(filter);
        options.garbageShare(share).blockBytes(share == 1 ? 4 * KIB : 256);
        options.memTableBytes((share == 0.3 ? 12L : 32L) * KIB);
        if (filter.equals(FilterPolicy.bloom(10))
            || filter.equals(FilterPolicy.windowedCuckoo(0.5))) {
          options.valueFileThreshold(32);
        }
        sets.add(new OptionSet(filter.spec() + "-" + share, options.build(), false));
      }
    }
    sets.add(
        new OptionSet(
            "not-applied", tiny().memTableBytes(16 * KIB).deleteApplier(false).build(), false));
    sets.add(
        new OptionSet("late", tiny().memTableBytes(12 * KIB).backgroundThreads(2).build(), true));
    return List.copyOf(sets);
  }

  /** Sets whose filters hold prefixes by all kinds of rules, coarse filters and short rules too. */
  static final List<OptionSet> PREFIXES = prefixes();

  private static List<OptionSet> prefixes() {
    List<KeyPrefix> rules =
        List.of(
            KeyPrefix.ofLength(2),
            KeyPrefix.upTo((byte) ':'),
            KeyPrefix.upTo((byte) ':', 2),
            KeyPrefix.ofLength(1),
            KeyPrefix.upTo((byte) 0xFF),
            KeyPrefix.ofLength(4),
            KeyPrefix.none());
    List<OptionSet> sets = new ArrayList<>();
    for (int i = 0; i < 10 * rules.size(); i++) {
      OptionSet way = DELETES.get(i % 10 * 3 + i % 3); // of ten filters, with three shares each
      KeyPrefix rule = rules.get(i % rules.size());
      DbOptions options = way.options.toBuilder().prefixFilter(rule).build();
      sets.add(new OptionSet(way.name + "-" + rule, options, way.late));
    }
    return List.copyOf(sets);
  }

  /** Its options, with those of a keyspace that is opened or made with the store. */
  DbOptions naming(String keyspace, KeyspaceOptions itsOwn) {
    return options.toBuilder().keyspace(keyspace, itsOwn).build();
  }

  /** The set of a list that comes so many places after this one. */
  OptionSet after(int places) {
    for (List<OptionSet> list : List.of(ALL, DELETES, PREFIXES)) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i).name.equals(name)) {
          OptionSet next = list.get((i + places) % list.size());
          return merging == null ? next : next.with(merging);
        }
      }
    }
    throw new IllegalStateException("no list has " + name);
  }

  @Override
  public String toString() {
    return merging == null ? name : name + ", merging " + merging;
  }
}
