package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreSettings;

/** What a store is like when workloads begin on it; those of one stage follow each other. */
enum Stage {
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

  /** What a store is given there. */
  StoreSettings settings(BenchOptions options) {
    StoreSettings settings = options.settings();
    if (this == FIELDS) {
      return settings.withPrefixes(FieldKey.PREFIX_BYTES);
    }
    if (this != BEYOND || settings.cacheBytes() == 0) {
      return settings;
    }
    long data = (long) options.entries() * (BenchKey.BYTES + ValueSource.BYTES);
    return settings.withCache(Math.max(CACHE_MIN, data / 3));
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
}
