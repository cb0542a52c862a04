package dev.malkoha.engine.toolkit;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.follow.Follower;
import dev.malkoha.engine.opening.ReadOnlyOpener;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A view of a store that another process may write to. It holds its tables open. */
public final class StoreView implements Closeable {

  private final Store store;
  private final Follower.Shown held;

  private StoreView(Store store) {
    this.store = store;
    this.held = store.shown();
  }

  /** Opens a view. */
  public static StoreView open(Disk disk, Path path) throws IOException {
    return new StoreView(
        new ReadOnlyOpener(disk, path, DbOptions.defaults(), StoreMeans::ofReader).open());
  }

  /** The manifest's state. */
  public ManifestState manifest() {
    return held.manifest();
  }

  /** The tables, by their numbers. */
  public Map<Long, Table> tables() {
    return held.tables();
  }

  /** How many records of the log were read. */
  public long logRecords() {
    return held.logRecords();
  }

  /** Problems that the opening found, one sentence each. */
  public List<String> problems() {
    return store.problems();
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
