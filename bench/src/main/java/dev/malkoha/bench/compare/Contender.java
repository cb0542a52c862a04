package dev.malkoha.bench.compare;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.nio.file.Path;

/** One store in one round: opened in a fresh directory, and reopened once it is loaded. */
final class Contender implements AutoCloseable {

  private final StoreKind kind;
  private final Path directory;
  private final StoreSettings settings;
  private Store store;

  Contender(StoreKind kind, Scratch scratch, StoreSettings settings) {
    this.kind = kind;
    this.directory = scratch.directory(kind.label());
    this.settings = settings;
    this.store = kind.open(directory, settings);
  }

  StoreKind kind() {
    return kind;
  }

  Store store() {
    return store;
  }

  Counters counters() {
    return store.counters();
  }

  /** Brings the loaded store into its best shape, with a cold cache: the same for every store. */
  void compactAndReopen() {
    store.compact();
    store.close();
    store = kind.open(directory, settings);
  }

  ComparisonResult.Filling filling(double falsePositiveRate) {
    return new ComparisonResult.Filling(
        kind, store.filterBitsPerKey(), falsePositiveRate, Scratch.bytesIn(directory));
  }

  @Override
  public void close() {
    store.close();
    Scratch.delete(directory);
  }
}
