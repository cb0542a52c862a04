package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;

/** The part of an open store that does not depend on whether it is written to. */
abstract class OpenedStore extends StoreMap implements OpenStore {

  private final Path directory;
  private final DbOptions options;

  /** Opens a store. */
  OpenedStore(Path directory, Opening opening) {
    this(directory, Failures.call(opening::open), opening.options());
  }

  private OpenedStore(Path directory, Store store, DbOptions options) {
    super(
        store,
        new Handles(directory, store::isOpen, line -> StoreLog.warn(line, null)),
        store.trees().ofDefault());
    this.directory = directory;
    this.options = options;
  }

  @Override
  public final List<Problem> problems() {
    return store.problems();
  }

  @Override
  public final Path directory() {
    return directory;
  }

  @Override
  public DbOptions options() {
    return options;
  }

  @Override
  public final String storedOptions() {
    return store.storedOptions();
  }

  final IllegalArgumentException noKeyspace(String name) {
    return new IllegalArgumentException(
        "there is no keyspace \"" + name + "\"; there are " + keyspaces());
  }

  @Override
  public final List<String> keyspaces() {
    store.checkOpen();
    return store.trees().names();
  }

  @Override
  public final Snapshot snapshot() {
    return new StoreSnapshot(this, store.pin());
  }

  @Override
  public final DbStats stats() {
    store.checkOpen();
    return new StoreStats(store.trees().all());
  }

  @Override
  public final void close() {
    Failures.run(store::close);
  }
}
