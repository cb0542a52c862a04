package dev.malkoha.bench.compare;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.nio.file.Path;

/** One store in one round, in a directory of its own that goes with it. */
public final class Contender implements AutoCloseable {

  private static final String LOG_SUFFIX = ".log";

  private final StoreKind kind;
  private final Path directory;
  private final StoreSettings settings;
  private Store store;

  /** Opens the store in a fresh directory. */
  public Contender(StoreKind kind, Scratch scratch, StoreSettings settings) {
    this.kind = kind;
    this.directory = scratch.directory(kind.label());
    this.settings = settings;
    this.store = kind.open(directory, settings);
  }

  /** Which store. */
  public StoreKind kind() {
    return kind;
  }

  /** The store. */
  public Store store() {
    return store;
  }

  /** The counts so far. */
  public Counters counters() {
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
        kind, store.filterBitsPerKey(), falsePositiveRate, bytesOnDisk());
  }

  /** Lengths of all its files, with its log. */
  public long bytesOnDisk() {
    return Scratch.bytesIn(directory);
  }

  /** Lengths of its log files; every store here gives them the same ending. */
  public long logBytes() {
    return Scratch.bytesIn(directory, LOG_SUFFIX);
  }

  @Override
  public void close() {
    store.close();
    Scratch.delete(directory);
  }
}
