package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs random histories of a log and looks, at the calls it makes to the disk, at what power cuts
 * and kills would leave: opens that, compares it with the model, and cuts the power again in the
 * middle of that opening. Some histories go on from what a crash left.
 */
final class CrashExplorer {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions SAME_SIZE = new LogOptions(2048, 2);
  private static final LogOptions GROWING = new LogOptions(2048, 6 << 10, 2);
  private static final int STEPS = 60;
  private static final int[] LENGTHS = {0, 8, 40, 100, 100, 100, 232, 488, 1000, 1800};

  private final SplittableRandom random;
  private final LogOptions options;

  /** Whether a manifest is kept as a store does: a release follows on a proof. */
  private final boolean proves;

  private final BuggyDirectory.Bug bug;
  private final LogEnvironment environment;
  private long states;
  private long numbers;

  private SimulatedDisk disk = new SimulatedDisk();
  private LogModel model = new LogModel();
  private Log log;

  CrashExplorer(long seed, BuggyDirectory.Bug bug, boolean sameGenerations) {
    this.random = new SplittableRandom(seed);
    this.options = random.nextBoolean() ? GROWING : SAME_SIZE;
    this.proves = random.nextBoolean();
    this.bug = bug;
    LongSupplier generations = sameGenerations ? () -> 1 : random.split()::nextLong;
    this.environment = new LogEnvironment(generations, LogFormat.MAX_RECORD_BYTES);
    try {
      this.log = open(disk, model, new Records());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** How many states were opened and found good. */
  long states() {
    return states;
  }

  /** Runs one history; fails with an {@link AssertionError} on the first bad state. */
  void run() throws IOException {
    hook();
    for (int i = 0; i < STEPS; i++) {
      step();
    }
    disk.onCall(call -> {});
    log.close();
  }

  private void step() throws IOException {
    int choice = random.nextInt(100);
    if (choice < 60) {
      append();
    } else if (choice < 75) {
      force();
    } else if (choice < 82) {
      release();
    } else if (choice < 86) {
      log.prepareSpare();
    } else if (choice < 87) {
      log.trim();
    } else if (choice < 89) {
      shrink();
    } else if (choice < 95) {
      disk.writeBack(random.nextDouble(), random.nextLong());
    } else {
      reopen();
    }
  }

  private void append() throws IOException {
    byte[] payload = Records.payload(++numbers, LENGTHS[random.nextInt(LENGTHS.length)]);
    model.appending(payload);
    model.appended(Records.append(log, payload));
  }

  private void force() throws IOException {
    List<Long> ends = model.ends();
    if (!ends.isEmpty()) {
      long position = ends.get(random.nextInt(ends.size()));
      log.force(position);
      model.forced(position);
    }
  }

  private void release() throws IOException {
    List<Long> ends = model.ends();
    if (!ends.isEmpty()) {
      release(random.nextInt(4) == 0 ? ends.getLast() : ends.get(random.nextInt(ends.size())));
    }
  }

  private void release(long position) throws IOException {
    if (proves) {
      LogProof proof = log.forceFloor(position);
      if (random.nextInt(4) == 0) { // the start position is not kept
        model.proven(log.proof());
        return;
      }
      model.proven(proof);
    }
    model.released(position);
    log.release(position);
  }

  /** As a store is closed: often with all of it in tables. */
  private void shrink() throws IOException {
    if (random.nextBoolean()) {
      release(model.end());
    }
    log.shrink();
    model.forced(model.end());
    if (proves) {
      model.proven(log.proof());
    }
    log.trim();
  }

  /**
   * Goes on from what a kill or a power cut leaves. A kill loses nothing if no other cut follows.
   */
  private void reopen() throws IOException {
    disk.onCall(call -> {});
    log.close();
    boolean killed = random.nextInt(3) == 0;
    disk = killed ? disk.kill() : disk.crash(anyState(), random.nextLong());
    hook();
    Records records = new Records();
    log = open(disk, model, records);
    LogModel expected = killed ? model.killed() : model;
    judge(expected.check(records.entries(), log.endPosition()));
    model = model.opened(records.entries());
    if (proves) {
      model.proven(log.proof());
    }
  }

  private void hook() {
    disk.onCall(call -> explore(call, disk, model, 2));
  }

  /** Looks at some of the states that a crash at this call leaves. */
  private void explore(Call call, SimulatedDisk at, LogModel expected, int depth) {
    if (call.kind().isChanging() && random.nextInt(depth == 2 ? 2 : 6) == 0) {
      CrashState how = anyState();
      try {
        visit(at.crash(how, random.nextLong()), expected, depth - 1);
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError(how + " at " + call + "\n" + at.history(), e);
      }
    }
  }

  private void visit(SimulatedDisk left, LogModel expected, int depth) throws IOException {
    if (depth > 0) {
      left.onCall(call -> explore(call, left, expected, depth));
    }
    Records seen = new Records();
    long end = Log.recover(left.openDirectory(PATH), expected.from(), expected.proof(), seen).end();
    Records records = new Records();
    try (Log opened = open(left, expected, records)) {
      judge(expected.check(records.entries(), opened.endPosition()));
      judge(expected.check(seen.entries(), end));
      judge(seen.entries().equals(records.entries()) ? null : "replay and opening differ");
      states++;
      left.onCall(call -> {});
      if (depth > 0) {
        LogModel after = expected.opened(records.entries());
        visit(left.crash(anyState(), random.nextLong()), after, 0);
        goOn(opened, left, after);
      }
    }
  }

  /** A record appended and forced after the crash must be there after the next one. */
  private void goOn(Log opened, SimulatedDisk left, LogModel after) throws IOException {
    byte[] payload = Records.payload(++numbers, LENGTHS[random.nextInt(LENGTHS.length)]);
    after.appending(payload);
    long end = Records.append(opened, payload);
    after.appended(end);
    opened.force(end);
    after.forced(end);
    visit(left.crash(anyState(), random.nextLong()), after, 0);
  }

  private CrashState anyState() {
    return CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
  }

  private Log open(SimulatedDisk on, LogModel expected, Records into) throws IOException {
    Directory directory = new BuggyDirectory(on.openDirectory(PATH), bug);
    return RecoveredLog.recover(directory, expected.from(), expected.proof(), into, environment)
        .open(options);
  }

  private static void judge(@Nullable String wrong) {
    if (wrong != null) {
      throw new AssertionError(wrong);
    }
  }
}
