package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Makes the window stores of one name and format, one for each task.
 *
 * @param windowSize in milliseconds, 0 or more and no more than the retention
 */
public record WindowSupplier(
    String name,
    Retention retention,
    long windowSize,
    boolean retainDuplicates,
    DslStoreFormat format)
    implements WindowBytesStoreSupplier {

  public WindowSupplier {
    if (windowSize < 0 || windowSize > retention.retentionMs()) {
      throw new IllegalArgumentException(
          "the windows of store "
              + name
              + " are "
              + windowSize
              + " ms long; they must be 0 to the retention of "
              + retention.retentionMs()
              + " ms");
    }
  }

  @Override
  public WindowStore<Bytes, byte[]> get() {
    return switch (format) {
      case PLAIN -> new PlainWindowStore(name, retention, windowSize, retainDuplicates);
      case TIMESTAMPED -> new TimestampedWindowStore(name, retention, windowSize, retainDuplicates);
      case HEADERS -> new HeadersWindowStore(name, retention, windowSize, retainDuplicates);
    };
  }

  @Override
  public long retentionPeriod() {
    return retention.retentionMs();
  }

  @Override
  public long segmentIntervalMs() {
    return retention.segmentMs();
  }

  /** What the names of the store's metrics begin with. */
  @Override
  public String metricsScope() {
    return "malkoha-window";
  }
}
