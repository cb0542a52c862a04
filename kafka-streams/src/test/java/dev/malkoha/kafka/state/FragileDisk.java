package dev.malkoha.kafka.state;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SimulatedDb;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A simulated disk for a store, which can be put into the states that crashes would leave. */
public final class FragileDisk {

  private static final DbOptions SMALL =
      DbOptions.builder()
          .memTableBytes(128 << 10)
          .blockCacheBytes(64 << 10)
          .blockBytes(512)
          .tableBytes(16 << 10)
          .openAtLastMark(true)
          .build();

  private static final int STATES = 8;

  private final Random random;
  private SimulatedDisk disk = new SimulatedDisk();

  public FragileDisk(Random random) {
    this.random = random;
  }

  /** Opens a store here. */
  public Db open(Path path, DbOptions options) {
    return SimulatedDb.open(disk, path, SMALL);
  }

  /** Opens a copy of a store, to look into it. */
  public Db copy(Path path) {
    return SimulatedDb.open(disk.kill(), path, SMALL);
  }

  /** Goes on with another disk. */
  public void use(SimulatedDisk other) {
    disk = other;
  }

  /** Some of the states that a kill or a power cut would leave somewhere in what is done. */
  public List<SimulatedDisk> crashesDuring(Runnable work) {
    List<SimulatedDisk> found = new ArrayList<>();
    int[] calls = {0};
    SimulatedDisk observed = disk;
    observed.onCall(
        call -> {
          int at = random.nextInt(++calls[0]);
          if (found.size() < STATES) {
            found.add(left(observed));
          } else if (at < STATES) {
            found.set(at, left(observed));
          }
        });
    work.run();
    observed.onCall(call -> {});
    return found;
  }

  private SimulatedDisk left(SimulatedDisk at) {
    return random.nextBoolean()
        ? at.kill()
        : at.crash(CrashState.random(random.nextDouble()), random.nextLong());
  }
}
