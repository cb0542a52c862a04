package dev.malkoha.kafka.versioned;

import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.state.StateDb;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.internals.VersionedKeyValueToBytesStoreAdapter;

/**
 * Makes the versioned stores of one name, one for each task.
 *
 * @param historyRetentionMs 0 or more
 * @param segmentMs how long a time's versions are thrown away together
 */
public record VersionedSupplier(String name, long historyRetentionMs, long segmentMs)
    implements VersionedBytesStoreSupplier {

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  public VersionedSupplier {
    if (historyRetentionMs < 0) {
      throw new IllegalArgumentException(
          "the history retention is " + historyRetentionMs + " ms; it must be 0 or more");
    }
  }

  /** Stores whose segments are as long as those of Kafka's own stores. */
  public static VersionedSupplier of(String name, long historyRetentionMs) {
    return new VersionedSupplier(name, historyRetentionMs, segmentMs(historyRetentionMs));
  }

  private static long segmentMs(long retention) {
    if (retention <= MINUTE) {
      return Math.max(retention / 3, 2 * SECOND);
    } else if (retention <= 5 * MINUTE) {
      return Math.max(retention / 5, 20 * SECOND);
    } else if (retention <= HOUR) {
      return Math.max(retention / 12, MINUTE);
    }
    return Math.max(retention / 24, 5 * MINUTE);
  }

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    long retentionMs = Math.min(historyRetentionMs, Long.MAX_VALUE - 1) + 1;
    Retention retention = new Retention(retentionMs, segmentMs);
    return new VersionedKeyValueToBytesStoreAdapter(new VersionedStore(name, retention));
  }

  @Override
  public String metricsScope() {
    return StateDb.METRICS_SCOPE;
  }
}
