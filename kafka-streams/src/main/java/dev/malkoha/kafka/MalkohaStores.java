package dev.malkoha.kafka;

import dev.malkoha.kafka.keyvalue.KeyValueSupplier;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.versioned.VersionedSupplier;
import dev.malkoha.kafka.window.SessionSupplier;
import dev.malkoha.kafka.window.WindowSupplier;
import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * State stores by name, for the Processor API and for single operators of the DSL: where {@link
 * org.apache.kafka.streams.state.Stores} has a method {@code persistent...}, this has one without
 * that word.
 *
 * <p>A name that is null is refused with a {@link NullPointerException}.
 */
public final class MalkohaStores {

  private MalkohaStores() {}

  private static String named(String name) {
    return Objects.requireNonNull(name, "name cannot be null");
  }

  /** Stores for {@link org.apache.kafka.streams.state.Stores#keyValueStoreBuilder}. */
  public static KeyValueBytesStoreSupplier keyValueStore(String name) {
    return new KeyValueSupplier(named(name), DslStoreFormat.PLAIN);
  }

  /** Stores for {@link org.apache.kafka.streams.state.Stores#timestampedKeyValueStoreBuilder}. */
  public static KeyValueBytesStoreSupplier timestampedKeyValueStore(String name) {
    return new KeyValueSupplier(named(name), DslStoreFormat.TIMESTAMPED);
  }

  /**
   * Stores for {@link
   * org.apache.kafka.streams.state.Stores#timestampedKeyValueStoreWithHeadersBuilder}.
   */
  public static KeyValueBytesStoreSupplier timestampedKeyValueStoreWithHeaders(String name) {
    return new KeyValueSupplier(named(name), DslStoreFormat.HEADERS);
  }

  /**
   * Stores for {@link org.apache.kafka.streams.state.Stores#versionedKeyValueStoreBuilder}.
   *
   * @param historyRetention how much before the newest record values of a past time can be asked
   *     for; older records are not taken
   * @throws IllegalArgumentException if it is negative
   */
  public static VersionedBytesStoreSupplier versionedKeyValueStore(
      String name, Duration historyRetention) {
    return VersionedSupplier.of(named(name), historyRetention.toMillis());
  }

  /**
   * Window stores for {@link org.apache.kafka.streams.state.Stores#windowStoreBuilder}.
   *
   * @param retention windows that begin this much before the newest one, or earlier, are gone
   * @param windowSize no longer than the retention
   * @param retainDuplicates whether several values for a key and start are kept, as joins need it
   * @throws IllegalArgumentException if a duration is negative, or the windows are too long
   */
  public static WindowBytesStoreSupplier windowStore(
      String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
    return windows(name, retention, windowSize, retainDuplicates, DslStoreFormat.PLAIN);
  }

  /**
   * Window stores for {@link org.apache.kafka.streams.state.Stores#timestampedWindowStoreBuilder}.
   *
   * @param retention windows that begin this much before the newest one, or earlier, are gone
   * @param windowSize no longer than the retention
   * @param retainDuplicates whether several values for a key and start are kept
   * @throws IllegalArgumentException if a duration is negative, or the windows are too long
   */
  public static WindowBytesStoreSupplier timestampedWindowStore(
      String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
    return windows(name, retention, windowSize, retainDuplicates, DslStoreFormat.TIMESTAMPED);
  }

  /**
   * Window stores for {@link
   * org.apache.kafka.streams.state.Stores#timestampedWindowStoreWithHeadersBuilder}.
   *
   * @param retention windows that begin this much before the newest one, or earlier, are gone
   * @param windowSize no longer than the retention
   * @param retainDuplicates whether several values for a key and start are kept
   * @throws IllegalArgumentException if a duration is negative, or the windows are too long
   */
  public static WindowBytesStoreSupplier timestampedWindowStoreWithHeaders(
      String name, Duration retention, Duration windowSize, boolean retainDuplicates) {
    return windows(name, retention, windowSize, retainDuplicates, DslStoreFormat.HEADERS);
  }

  private static WindowSupplier windows(
      String name,
      Duration retention,
      Duration windowSize,
      boolean retainDuplicates,
      DslStoreFormat format) {
    Retention kept = Retention.of(retention.toMillis());
    return new WindowSupplier(named(name), kept, windowSize.toMillis(), retainDuplicates, format);
  }

  /**
   * Session stores for {@link org.apache.kafka.streams.state.Stores#sessionStoreBuilder}.
   *
   * @param retention sessions that end this much before the newest one, or earlier, are gone
   * @throws IllegalArgumentException if it is negative
   */
  public static SessionBytesStoreSupplier sessionStore(String name, Duration retention) {
    return new SessionSupplier(
        named(name), Retention.of(retention.toMillis()), DslStoreFormat.PLAIN);
  }

  /**
   * Session stores for {@link
   * org.apache.kafka.streams.state.Stores#sessionStoreWithHeadersBuilder}.
   *
   * @param retention sessions that end this much before the newest one, or earlier, are gone
   * @throws IllegalArgumentException if it is negative
   */
  public static SessionBytesStoreSupplier sessionStoreWithHeaders(String name, Duration retention) {
    return new SessionSupplier(
        named(name), Retention.of(retention.toMillis()), DslStoreFormat.HEADERS);
  }
}
