package dev.malkoha.kafkabench.drive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/** One of the stores that a history is done with, in a task of its own. */
final class Twin<S extends StateStore> implements AutoCloseable {

  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

  private final String label;
  private final Path directory;
  private final Properties config;
  private final Supplier<S> maker;
  private final boolean rebuilt;
  private final List<Write<S>> committed = new ArrayList<>();
  private final List<Write<S>> uncommitted = new ArrayList<>();
  private DriveContext task;
  private S store;

  private record Write<S>(long offset, Function<S, @Nullable Object> change) {}

  /**
   * Opens a store.
   *
   * @param rebuilt whether it is made anew of what was committed, rather than rolled back
   */
  Twin(String label, Path parent, Properties config, Supplier<S> maker, boolean rebuilt) {
    this.label = label;
    this.rebuilt = rebuilt;
    this.config = config;
    this.maker = maker;
    try {
      this.directory = Files.createDirectories(parent.resolve(label));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    task = DriveContext.of(config, 0, directory.toFile());
    store = maker.get();
    store.init(task, store);
  }

  String label() {
    return label;
  }

  S store() {
    return store;
  }

  /** Does what the record of an offset leads to. */
  @Nullable Object write(long offset, Function<S, @Nullable Object> change) {
    uncommitted.add(new Write<>(offset, change));
    task.at(offset, offset);
    return change.apply(store);
  }

  void commit(long offset) {
    store.commit(Map.of(CHANGELOG, offset));
    committed.addAll(uncommitted);
    uncommitted.clear();
  }

  /** Closes the store and opens it again: what was not committed is gone. */
  void rollBack() {
    uncommitted.clear();
    store.close();
    if (rebuilt) {
      delete(directory);
    }
    task = DriveContext.of(config, 0, directory.toFile());
    store = maker.get();
    store.init(task, store);
    if (rebuilt) {
      committed.forEach(
          write -> {
            task.at(write.offset, write.offset);
            var _ = write.change.apply(store);
          });
      store.commit(Map.of());
    }
  }

  private static void delete(Path directory) {
    try {
      Utils.delete(directory.toFile());
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The offset of the last commit; null if the store keeps none. */
  @Nullable Long committedOffset() {
    return store.committedOffset(CHANGELOG);
  }

  @Override
  public void close() {
    store.close();
  }
}
