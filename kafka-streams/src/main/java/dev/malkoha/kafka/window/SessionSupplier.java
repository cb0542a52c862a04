package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionStore;

/** Makes the session stores of one name and format, one for each task. */
public record SessionSupplier(String name, Retention retention, DslStoreFormat format)
    implements SessionBytesStoreSupplier {

  /** Into how many segments about the sessions are cut that close at the next records. */
  private static final long STEPS = 8;

  /** The stores that the DSL asks for. */
  public static SessionSupplier of(DslSessionParams params) {
    long retentionMs = params.retentionPeriod().toMillis();
    boolean emitsWhenClosed =
        params.emitStrategy().type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
    Retention retention =
        emitsWhenClosed
            ? Retention.whenClosed(retentionMs, retentionMs / STEPS)
            : Retention.of(retentionMs);
    DslStoreFormat format = Objects.requireNonNullElse(params.storeFormat(), DslStoreFormat.PLAIN);
    return new SessionSupplier(params.name(), retention, format);
  }

  @Override
  public SessionStore<Bytes, byte[]> get() {
    // sessions have no timestamp of their own: their end is one
    return format == DslStoreFormat.HEADERS
        ? new HeadersSessionStore(name, retention)
        : new PlainSessionStore(name, retention);
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
    return "malkoha-session";
  }
}
