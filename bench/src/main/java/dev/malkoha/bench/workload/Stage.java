package dev.malkoha.bench.workload;

import dev.malkoha.bench.Permutation;
import dev.malkoha.bench.store.MergeKind;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreSettings;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/** The state of a store when workloads begin on it; those of one stage follow each other. */
public enum Stage {
  /** Empty, and one for each workload. */
  ALONE,
  /** Empty: what fillrandom and overwrite write. */
  RANDOM,
  /** Empty: a queue. */
  QUEUE,
  /** Filled in random order. */
  FILLED,
  /** Filled in random order, with a block cache that holds a third of that. */
  BEYOND,
  /** YCSB's records. */
  RECORDS,
  /** Users with their fields, of which not all have left the memtable. */
  FIELDS,
  /** Empty: numbers that merges add up. */
  SUMS,
  /** Empty: a few numbers that are changed again and again. */
  COUNTERS,
  /** Empty: lists that merges append to. */
  LISTS,
  /** Empty: entries that expire. */
  AGING,
  /** Empty: values of 100 bytes. */
  VALUES100,
  /** Empty: values of 1 KiB. */
  VALUES1K(1 << 10),
  /** Empty: values of 16 KiB. */
  VALUES16K(1 << 14),
  /** Empty: values of 256 KiB. */
  VALUES256K(1 << 18),
  /** Empty: values of 1 MiB. */
  VALUES1M(1 << 20),
  /** Filled in random order, and closed. */
  CLOSED;

  private static final long CACHE_MIN = 1 << 20;

  private final int valueBytes;

  Stage() {
    this(ValueSource.BYTES);
  }

  Stage(int valueBytes) {
    this.valueBytes = valueBytes;
  }

  int valueBytes() {
    return valueBytes;
  }

  /** Bytes of an entry's key and value here; of half a record, which is as much as one entry. */
  public int entryBytes() {
    return switch (this) {
      case RECORDS -> (RecordKey.BYTES + YcsbRun.VALUE_BYTES) / YcsbRun.ENTRIES_PER_RECORD;
      case FIELDS -> FieldKey.BYTES + ValueSource.BYTES;
      default -> BenchKey.BYTES + valueBytes;
    };
  }

  /** How many entries make a number of bytes of keys and values here. */
  public int entries(long bytes) {
    return Math.toIntExact(bytes / entryBytes());
  }

  /** How many keys a store then has at first. */
  int keys(BenchOptions options) {
    return switch (this) {
      case RECORDS -> YcsbRun.records(options);
      case FIELDS -> PrefixRun.fields(options);
      default -> options.entries();
    };
  }

  /** The name in tables and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The data that a store is given there. */
  StoreSettings settings(BenchOptions options) {
    StoreSettings settings = options.settings();
    if (this == FIELDS) {
      return settings.withPrefixes(FieldKey.PREFIX_BYTES);
    }
    if (this == AGING) {
      return settings.withTimeToLive(AgeRun.TIME_TO_LIVE);
    }
    if (merges() != MergeKind.NONE) {
      return settings.with(merges());
    }
    if (this != BEYOND || settings.cacheBytes() == 0) {
      return settings;
    }
    long data = (long) options.entries() * (BenchKey.BYTES + ValueSource.BYTES);
    return settings.withCache(Math.max(CACHE_MIN, data / 3));
  }

  /** The merges that a store is opened for there. */
  MergeKind merges() {
    return switch (this) {
      case SUMS, COUNTERS -> MergeKind.SUM;
      case LISTS -> MergeKind.LIST;
      default -> MergeKind.NONE;
    };
  }

  /** Fills an empty store with what is there when the first workload begins. */
  void prepare(Store store, BenchOptions options, int[] order) {
    switch (this) {
      case FILLED, BEYOND, CLOSED -> WriteRun.fill(store, order, options.seed());
      case RECORDS -> YcsbRun.fill(store, options);
      case FIELDS -> PrefixRun.fill(store, options);
      default -> {}
    }
  }

  /** The same for a store of any size: in random order without a list of it, or in key order. */
  void load(Store store, BenchOptions options, boolean inOrder) {
    Store filled = inOrder ? store.appending() : store;
    int keys = keys(options);
    IntUnaryOperator order =
        inOrder ? IntUnaryOperator.identity() : new Permutation(keys, options.seed());
    switch (this) {
      case FILLED -> WriteRun.fill(filled, keys, order, options.seed());
      case FIELDS -> PrefixRun.fill(filled, options, order);
      case RECORDS -> YcsbRun.load(filled, options, inOrder);
      default -> throw new IllegalArgumentException("a store is not kept in the stage " + this);
    }
    store.settle();
  }
}
