package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.Lockstep;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer and a follower whose calls come in any order, each of them also in the middle of one of
 * the other's: what is handed over is the log without a hole, and nothing is called damaged.
 */
class LogFollowerHistoryTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions SMALL = new LogOptions(2048, 2);
  private static final LogOptions GROWING = new LogOptions(2048, 8 << 10, 2);
  private static final long SEED = Trials.seed();
  private static final int HISTORIES = 250;
  private static final int STEPS = 150;

  private long records;
  private long moves;
  private long goingOn;

  @Tag("hunt")
  @Test
  void theLogIsFollowedThroughEveryInterleaving() {
    Trials.seeds(HISTORIES).forEach(this::follow);
    int histories = Trials.count(HISTORIES);
    assertTrue(records >= 20L * histories, () -> records + " records, " + moves + " moves");
    assertTrue(moves >= histories / 5, "moves " + moves);
    assertTrue(goingOn >= 4L * histories, "going on " + goingOn);
  }

  private void follow(long seed) {
    try {
      history(seed, false);
    } catch (IOException | RuntimeException | AssertionError e) {
      fail(Trials.replay(LogFollowerHistoryTest.class, seed), e);
    }
  }

  @Test
  void aWriterThatReleasesTooEarlyIsNoticed() throws IOException {
    for (long seed = SEED; seed < SEED + 200; seed++) {
      try {
        history(seed, true);
      } catch (AssertionError e) {
        assertEquals("called damaged", e.getMessage());
        return;
      }
    }
    fail("nobody noticed");
  }

  private void history(long seed, boolean releasesTooEarly) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Directory directory = new SimulatedDisk().openDirectory(PATH);
    Lockstep[] second = new Lockstep[1];
    FollowedWriter writer =
        new FollowedWriter(
            new StepwiseDirectory(directory, () -> pause(second[0]), random.split()),
            seed % 2 == 0 ? SMALL : GROWING,
            random.split(),
            releasesTooEarly);
    Lockstep lockstep = new Lockstep(() -> writer.run(STEPS));
    second[0] = lockstep;
    SplittableRandom pace = random.split();
    int most = 1 << pace.nextInt(6); // steps of the writer between two calls of the reader
    Runnable meanwhile = () -> go(lockstep, pace.nextInt(most + 1) / 2);
    FollowingReader reader =
        new FollowingReader(new StepwiseDirectory(directory, meanwhile, random.split()), writer);
    while (!lockstep.isDone()) {
      go(lockstep, 1 + pace.nextInt(2 * most));
      if (pace.nextBoolean()) {
        reader.refresh();
      }
      reader.follow();
    }
    readToTheEnd(reader, writer);
  }

  private static void pause(Lockstep lockstep) {
    if (lockstep != null) {
      lockstep.pause();
    }
  }

  private static void go(Lockstep lockstep, int steps) {
    for (int i = 0; i < steps; i++) {
      lockstep.step();
    }
  }

  private void readToTheEnd(FollowingReader reader, FollowedWriter writer) throws IOException {
    for (int i = 0; i < 2 && reader.end() < writer.end(); i++) { // once more if it has moved on
      reader.refresh();
      reader.follow();
    }
    reader.refresh();
    reader.follow();
    assertEquals(writer.end(), reader.end());
    records += reader.records();
    moves += reader.moves();
    goingOn += reader.goingOn();
  }

  /** The same on files, without an order of the test's choice. */
  @Test
  @Timeout(120)
  void theLogIsFollowedOnARealDisk(@TempDir Path path) throws Exception {
    LogOptions options = new LogOptions(4 << 10, 64 << 10, 3);
    try (Directory writing = FileDisk.INSTANCE.openDirectory(path);
        Directory reading = FileDisk.INSTANCE.openExisting(path);
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      FollowedWriter writer =
          new FollowedWriter(writing, options, new SplittableRandom(SEED), false);
      Future<?> done =
          thread.submit(
              () -> {
                writer.run(Trials.count(4_000));
                return null;
              });
      FollowingReader reader = new FollowingReader(reading, writer);
      while (!done.isDone()) {
        reader.refresh();
        reader.follow();
      }
      done.get();
      readToTheEnd(reader, writer);
      assertTrue(records > 0, "records " + records);
    }
  }
}
