package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.storage.Disk;

/** An open store that is only read, and the reads of its default keyspace. */
public final class StoreReader extends OpenedStore implements DbReader {

  private StoreReader(Path directory, Opening opening) {
    super(directory, opening);
  }

  /** Opens a store on a disk that is handed in. */
  public static StoreReader open(Disk disk, Path directory, DbOptions options) {
    return open(disk, directory, options, TimeAndChance.MACHINE);
  }

  /**
   * The same.
   *
   * @param outside the reader's time
   */
  public static StoreReader open(
      Disk disk, Path directory, DbOptions options, TimeAndChance outside) {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(options, "options");
    Function<DbOptions, StoreMeans> means = StoreSharedResources.means(directory, Workers.inline());
    Opening.Given given = new Opening.Given(disk, directory, options, means, outside);
    return new StoreReader(directory, new Opening.OfReader(given));
  }

  @Override
  public boolean refresh() {
    return Failures.call(() -> store.refresh());
  }

  @Override
  public KeyspaceReads keyspace(String name) {
    Limits.checkKeyspaceName(name);
    store.checkOpen();
    Tree of = store.trees().of(name);
    if (of == null) {
      throw noKeyspace(name);
    }
    return new OneKeyspace(this, of);
  }

  @Override
  public KeyspaceReads defaultKeyspace() {
    return new OneKeyspace(this, tree);
  }

  private static final class OneKeyspace extends StoreMap implements KeyspaceReads {

    OneKeyspace(StoreReader reader, Tree tree) {
      super(reader.store, reader.handles, tree);
    }

    @Override
    public KeyspaceOptions options() {
      return tree.options();
    }
  }
}
