package dev.malkoha.kafka.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;

/**
 * What the entries of a state store's data are.
 *
 * @param kind what the keys are of
 * @param values what the values begin with
 */
public record DataFormat(Kind kind, DslStoreFormat values) {

  /** The formats of stores. */
  public enum Kind {
    KEY_VALUE,
    VERSIONED,
    WINDOW,
    SESSION;

    private String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static DataFormat of(Kind kind, StateStore store) {
    if (store instanceof HeadersBytesStore) {
      return new DataFormat(kind, DslStoreFormat.HEADERS);
    }
    return new DataFormat(
        kind,
        store instanceof TimestampedBytesStore ? DslStoreFormat.TIMESTAMPED : DslStoreFormat.PLAIN);
  }

  /** The format of these bytes; empty if this version of the module knows none. */
  static Optional<DataFormat> read(byte[] bytes) {
    return Arrays.stream(Kind.values())
        .flatMap(
            kind ->
                Arrays.stream(DslStoreFormat.values()).map(values -> new DataFormat(kind, values)))
        .filter(format -> Arrays.equals(format.bytes(), bytes))
        .findAny();
  }

  byte[] bytes() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Whether values of this format tell all that those of another one begin with. */
  boolean canBecome(DataFormat other) {
    return kind == other.kind && values.compareTo(other.values) <= 0;
  }

  /**
   * A value of this format in another one, as RocksDB's stores convert it: without headers, and
   * where no timestamp is known with -1.
   *
   * @param other one that this can become
   */
  byte[] convert(byte[] value, DataFormat other) {
    if (other.values == values) {
      return value;
    }
    if (kind == Kind.SESSION || values == DslStoreFormat.TIMESTAMPED) {
      return HeadersBytesStore.convertToHeaderFormat(value);
    }
    return other.values == DslStoreFormat.TIMESTAMPED
        ? TimestampedBytesStore.convertToTimestampedFormat(value)
        : HeadersBytesStore.convertFromPlainToHeaderFormat(value);
  }

  @Override
  public String toString() {
    return kind.text() + " " + values.name().toLowerCase(Locale.ROOT);
  }
}
