package dev.malkoha.engine;

import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.storage.Disk;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Opens stores on disks of the tests' choice; background work is done by the caller's calls. */
public final class SimulatedDb {

  private SimulatedDb() {}

  /** Opens or creates a store. */
  public static Db open(Disk disk, Path directory, DbOptions options) {
    return StoreDb.open(disk, directory, options, Workers.inline(), new SplittableRandom(42), true);
  }
}
