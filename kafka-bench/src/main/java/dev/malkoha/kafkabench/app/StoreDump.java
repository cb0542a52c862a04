package dev.malkoha.kafkabench.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.kafkabench.input.Keys;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.QueryableStoreTypes;

/**
 * What interactive queries find in the stores that an instance is active for: for each partition of
 * a store a line {@code store<TAB>partition}, then a line {@code
 * store<TAB>partition<TAB>key<TAB>value} for each entry.
 */
final class StoreDump {

  private final KafkaStreams streams;
  private final int partitions;
  private final Writer out;

  private StoreDump(KafkaStreams streams, int partitions, Writer out) {
    this.streams = streams;
    this.partitions = partitions;
    this.out = out;
  }

  /** Writes all stores to a file. */
  static void write(KafkaStreams streams, int partitions, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, UTF_8)) {
      new StoreDump(streams, partitions, out).writeAll();
    }
  }

  /** Writes the one store of {@link ValueTopology} to a file. */
  static void writeValues(KafkaStreams streams, int partitions, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, UTF_8)) {
      new StoreDump(streams, partitions, out).writeKeyValues(Names.VALUES);
    }
  }

  private void writeKeyValues(String name) throws IOException {
    write(
        name, QueryableStoreTypes.<Long, Object>keyValueStore(), store -> store.all(), k -> k + "");
  }

  private void writeAll() throws IOException {
    for (String name : new String[] {Names.PROFILES, Names.TOTALS, Names.REGIONS, Names.CARDS}) {
      writeKeyValues(name);
    }
    for (String name : new String[] {Names.SEEN, Names.WINDOWS}) {
      write(
          name,
          QueryableStoreTypes.<Long, Object>windowStore(),
          store -> store.all(),
          at -> Keys.at(at.key(), at.window().start()));
    }
    write(
        Names.SESSIONS,
        QueryableStoreTypes.<Long, Object>sessionStore(),
        store -> store.fetch(null, null),
        StoreDump::session);
  }

  private static String session(Windowed<Long> at) {
    return Keys.session(at.key(), at.window().start(), at.window().end());
  }

  private <S, K> void write(
      String name,
      QueryableStoreType<S> type,
      Function<S, KeyValueIterator<K, Object>> all,
      Function<K, String> text)
      throws IOException {
    for (int partition = 0; partition < partitions; partition++) {
      Optional<KeyValueIterator<K, Object>> found = open(name, partition, type, all);
      if (found.isPresent()) {
        try (KeyValueIterator<K, Object> entries = found.get()) {
          write(name + "\t" + partition, entries, text);
        }
      }
    }
  }

  private <S, K> Optional<KeyValueIterator<K, Object>> open(
      String name,
      int partition,
      QueryableStoreType<S> type,
      Function<S, KeyValueIterator<K, Object>> all) {
    StoreQueryParameters<S> query =
        StoreQueryParameters.fromNameAndType(name, type).withPartition(partition);
    try {
      return Optional.of(all.apply(streams.store(query)));
    } catch (InvalidStateStorePartitionException e) {
      // Another instance is active for this partition, or none yet: the reader counts them.
      return Optional.empty();
    }
  }

  private <K> void write(
      String place, KeyValueIterator<K, Object> entries, Function<K, String> text)
      throws IOException {
    out.write(place + "\n");
    while (entries.hasNext()) {
      KeyValue<K, Object> entry = entries.next();
      out.write(place + "\t" + text.apply(entry.key) + "\t" + entry.value + "\n");
    }
  }
}
