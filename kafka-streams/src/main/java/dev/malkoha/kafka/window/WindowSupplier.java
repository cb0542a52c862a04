package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.state.DslWindowParams;
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

  /** Windows overlap: the more steps, the fewer are read that do not close. */
  private static final long STEPS = 8;

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

  /** The stores that the DSL asks for. */
  public static WindowSupplier of(DslWindowParams params) {
    long retentionMs = params.retentionPeriod().toMillis();
    long windowMs = params.windowSize().toMillis();
    boolean emitsWhenClosed =
        params.emitStrategy().type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
    return new WindowSupplier(
        params.name(),
        emitsWhenClosed
            ? Retention.whenClosed(retentionMs, windowMs / STEPS)
            : Retention.of(retentionMs),
        windowMs,
        params.retainDuplicates(),
        Objects.requireNonNullElse(params.dslStoreFormat(), DslStoreFormat.TIMESTAMPED));
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

  /** The first part of the names of the store's metrics. */
  @Override
  public String metricsScope() {
    return "malkoha-window";
  }
}
