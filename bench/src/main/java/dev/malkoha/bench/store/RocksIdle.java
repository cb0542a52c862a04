package dev.malkoha.bench.store;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/**
 * Waits until RocksDB has nothing to do. The Java binding has no call that waits, so this asks
 * until nothing runs and nothing is due; C's call is left alone, for both to be measured alike.
 */
final class RocksIdle {

  private static final long POLL_NANOS = 2_000_000;
  private static final List<String> BUSY =
      List.of(
          "rocksdb.mem-table-flush-pending",
          "rocksdb.compaction-pending",
          "rocksdb.num-running-flushes",
          "rocksdb.num-running-compactions");

  private RocksIdle() {}

  /** Returns when all of these properties are 0, one after the other. */
  static void await(ToLongFunction<String> property) {
    for (int i = 0; i < BUSY.size(); ) {
      if (property.applyAsLong(BUSY.get(i)) == 0) {
        i++;
      } else {
        LockSupport.parkNanos(POLL_NANOS);
        i = 0;
      }
    }
  }
}
