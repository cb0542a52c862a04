package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.Lockstep;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.VerifyReport;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One history of a writer and a reader whose calls to the disk come in a random order that depends
 * on the seed alone: steps of the writer in the middle of the reader's calls, at every one of them.
 */
final class BesideHistory {

  private static final int STEPS = 70;

  private final SplittableRandom random;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final Chronicle chronicle = new Chronicle();
  private final SplittableRandom pace;
  private final int most;
  private Lockstep lockstep;
  private final int ingestOneIn;

  /**
   * From how many bytes on values lie apart, as they do in every fourth history; 0 if none does.
   */
  private final int apart;

  private int moves;

  BesideHistory(long seed) {
    this(seed, 0);
  }

  /** A history in which one in so many steps of the writer ingests. */
  BesideHistory(long seed, int ingestOneIn) {
    this.ingestOneIn = ingestOneIn;
    this.apart = seed % 4 == 0 ? 100 : 0;
    this.random = new SplittableRandom(seed);
    this.pace = random.split();
    this.most = 1 << pace.nextInt(7);
  }

  /** How often the reader came to a later moment. */
  int moves() {
    return moves;
  }

  void run() {
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(12 << 10)
            .tableBytes(4096)
            .blockBytes(256)
            .valueFileThreshold(apart)
            .build();
    Stores.open(disk, options).close();
    SplittableRandom writing = random.split();
    lockstep =
        new Lockstep(
            () ->
                new BesideWriter(
                        Between.calls(disk, () -> lockstep.pause()),
                        options,
                        chronicle,
                        writing,
                        ingestOneIn)
                    .run(STEPS));
    while (!lockstep.isDone()) {
      read();
    }
    assertEquals(List.of(), disk.handles());
  }

  /** From the opening of a reader to its close. */
  private void read() {
    DbOptions options = DbOptions.builder().memTableBytes(4096).blockCacheBytes(4096).build();
    BesideReader reader =
        new BesideReader(
            Between.calls(disk, () -> go(pace.nextInt(most + 1) / 2)),
            options,
            chronicle,
            random.split());
    int rounds = 1 + random.nextInt(30);
    for (int round = 0; round < rounds && !lockstep.isDone(); round++) {
      go(pace.nextInt(8 * most));
      reader.refresh();
      reader.look();
      if (random.nextInt(20) == 0) {
        verify();
      }
    }
    if (lockstep.isDone()) {
      reader.refresh();
      assertEquals(chronicle.begun(), reader.moment());
      reader.refreshInVain();
    }
    moves += reader.moves();
    reader.close();
  }

  private void verify() {
    VerifyReport report = Stores.verify(Between.calls(disk, () -> go(pace.nextInt(2))));
    assertTrue(report.ok(), () -> report.problems().toString());
  }

  private void go(int steps) {
    for (int i = 0; i < steps && !lockstep.isDone(); i++) {
      lockstep.step();
    }
  }
}
