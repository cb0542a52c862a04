package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The part of an open store that does not depend on whether it is written to. */
interface OpenedStore extends OpenStore {

  /**
   * The parts of a store that an opening has made.
   *
   * @param options those of the opening
   * @param handles of what the store hands out
   */
  record Parts(Store store, Path directory, DbOptions options, Handles handles) {

    static Parts of(Path directory, Opening opening) {
      Objects.requireNonNull(directory, "directory");
      try {
        Store store = opening.open();
        Handles handles = new Handles(directory, store::isOpen, StoreLog::warn);
        return new Parts(store, directory, opening.options(), handles);
      } catch (IOException e) {
        throw Failures.of(e);
      }
    }
  }

  /** Returns the parts. */
  Parts parts();

  private Store store() {
    return parts().store();
  }

  @Override
  default List<Problem> problems() {
    return store().problems();
  }

  @Override
  default Path directory() {
    return parts().directory();
  }

  @Override
  default DbOptions options() {
    return parts().options();
  }

  @Override
  default String storedOptions() {
    return store().storedOptions();
  }

  @Override
  default List<String> keyspaces() {
    store().checkOpen();
    return store().trees().names();
  }

  @Override
  default Snapshot snapshot() {
    return new StoreSnapshot(parts(), store().pin());
  }

  @Override
  default DbStats stats() {
    store().checkOpen();
    return new StoreStats(store().trees().all());
  }

  @Override
  default void close() {
    Failures.run(() -> store().close());
  }
}
