package dev.malkoha.engine;

import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;

/** Opens stores on disks of the tests' choice; background work is done by the caller's calls. */
public final class SimulatedDb {

  private SimulatedDb() {}

  /** Opens or creates a store. */
  public static Db open(SimulatedDisk disk, Path directory, DbOptions options) {
    TimeAndChance outside = new TimeAndChance(disk::nanos, disk::draw);
    return StoreDb.open(disk, directory, options, Workers.inline(), outside, Wanted.STORE_OR_NEW);
  }
}
