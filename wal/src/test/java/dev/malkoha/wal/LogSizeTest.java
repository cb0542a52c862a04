package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much space a log takes: little at first, more as it is used, little again when closed. */
class LogSizeTest {

  private static final Path PATH = Path.of("/log");
  private static final int FIRST = 2048;
  private static final int TOP = 16 << 10;
  private static final LogOptions GROWING = new LogOptions(FIRST, TOP, 4);
  private static final LogOptions SAME_SIZE = new LogOptions(TOP, 4);

  private SimulatedDisk disk = new SimulatedDisk();
  private Directory directory = disk.openDirectory(PATH);

  LogSizeTest() throws IOException {}

  private Log open(LogOptions options, long from) throws IOException {
    return Log.open(directory, options, from, new Records());
  }

  private static void fill(Log log, int bytes) throws IOException {
    long until = log.endPosition() + bytes;
    while (log.endPosition() < until) {
      append(log, payload(log.endPosition(), 200));
    }
  }

  /** Of the segments, in the order they were made. */
  private List<Long> sizes() throws IOException {
    return SegmentCatalog.read(directory).segments().stream().map(s -> s.slot().size()).toList();
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (String name : directory.list()) {
      bytes += directory.size(name);
    }
    return bytes;
  }

  /** Whatever they are by then: all of them are durable, and nothing before is needed. */
  private static long releaseAll(Log log) throws IOException {
    long end = log.endPosition();
    log.forceFloor(end);
    log.release(end);
    return end;
  }

  @Test
  void anIdleLogTakesLittle() throws IOException {
    try (Log log = open(LogOptions.DEFAULT, 0)) {
      assertEquals(16 << 10, bytes());
      append(log, payload(1, 100));
      log.prepareSpare();
      log.prepareSpare();
      assertTrue(bytes() <= 64_000, "bytes " + bytes());
    }
  }

  @Test
  void segmentsGrowWithUseAndEachOpeningBeginsSmall() throws IOException {
    try (Log log = open(GROWING, 0)) {
      fill(log, 3 * TOP);
      assertEquals(List.of(2048L, 4096L, 8192L, 16384L, 16384L), sizes().subList(0, 5));
    }
    int before = sizes().size();
    try (Log log = open(GROWING, 0)) {
      fill(log, TOP);
    }
    assertEquals(List.of(2048L, 4096L, 8192L), sizes().subList(before, before + 3));
    long records = (4 * TOP + 223) / 224;
    assertEquals((double) records, Records.replay(directory, SAME_SIZE, 0).size(), 2);
  }

  @Test
  void whatWasUsedOnTheWayUpGoesAndTheRestIsUsedAgain() throws IOException {
    try (Log log = open(GROWING, 0)) {
      fill(log, 3 * TOP);
      releaseAll(log);
      log.prepareSpare();
      assertTrue(sizes().stream().allMatch(size -> size == TOP), () -> "a small one is left");
      long made = disk.calls(CallKind.ALLOCATE);
      for (int i = 0; i < 20; i++) {
        fill(log, TOP);
        releaseAll(log);
        log.prepareSpare();
      }
      assertTrue(disk.calls(CallKind.ALLOCATE) <= made + 1, "segments are made anew");
    }
  }

  @Test
  void aLogThatNobodyNeedsIsClosedSmallAndStaysSo() throws IOException {
    long floor;
    LogProof proof;
    try (Log log = open(GROWING, 0)) {
      fill(log, 5 * TOP);
      log.prepareSpare();
      floor = releaseAll(log);
      log.shrink();
      proof = log.proof();
      log.trim();
    }
    assertEquals(FIRST, bytes());
    long made = disk.calls(CallKind.ALLOCATE);
    for (int i = 0; i < 3; i++) {
      RecoveredLog recovered = Log.recover(directory, floor, proof, new Records());
      assertEquals(floor, recovered.end());
      try (Log log = recovered.open(GROWING)) {
        log.shrink();
        proof = log.proof();
        log.trim();
      }
      assertEquals(FIRST, bytes());
    }
    assertEquals(made, disk.calls(CallKind.ALLOCATE));
  }

  @Test
  void recordsThatAreNeededStayAndSparesGo() throws IOException {
    long floor;
    try (Log log = open(GROWING, 0)) {
      fill(log, 3 * TOP);
      floor = releaseAll(log);
      append(log, payload(1, 100));
      log.prepareSpare();
      log.shrink();
      log.trim();
      assertEquals(List.of((long) TOP), sizes());
      assertEquals(1, directory.list().size());
    }
    assertEquals(1, Records.replay(directory, GROWING, floor).size());
  }

  @Test
  void aShrunkLogGoesOnAndAHoldKeepsItsRecords() throws IOException {
    try (Log log = open(GROWING, 0)) {
      fill(log, TOP);
      LogHold hold = log.hold(0);
      long floor = releaseAll(log);
      log.shrink();
      log.trim();
      Records records = new Records();
      log.read(0, floor, records);
      assertEquals(floor, records.entries().getLast().end());
      hold.close();
      log.trim();
      assertEquals(List.of((long) FIRST, (long) FIRST), sizes(), "one is kept as a spare");
      fill(log, TOP);
      log.force(log.endPosition());
      assertEquals((TOP + 223) / 224, Records.replay(directory, GROWING, floor).size());
    }
  }

  @Test
  void whatAKillLeavesOfABusyLogGoesAtTheNextOpening() throws IOException {
    long floor;
    LogProof proof;
    try (Log log = open(GROWING, 0)) {
      fill(log, 5 * TOP);
      log.prepareSpare();
      floor = releaseAll(log);
      proof = log.proof();
    }
    try (Log log = Log.recover(directory, floor, proof, new Records()).open(GROWING)) {
      assertEquals(FIRST, bytes());
      append(log, payload(1, 100));
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** What crashes at the changing calls of a step leave. */
  private List<SimulatedDisk> crashesIn(Step step) throws IOException {
    List<SimulatedDisk> left = new ArrayList<>();
    disk.onCall(
        call -> {
          if (call.kind().isChanging()) {
            addCrashes(left);
          }
        });
    step.run();
    disk.onCall(call -> {});
    addCrashes(left);
    return left;
  }

  private void addCrashes(List<SimulatedDisk> left) {
    left.add(disk.kill());
    for (int seed = 0; seed < 20; seed++) {
      for (CrashState how : CrashState.ALL) {
        left.add(disk.crash(how, seed));
      }
    }
  }

  /** Each is a log that begins and ends at the floor, and goes on from there. */
  private static void assertOpen(List<SimulatedDisk> states, long floor, LogProof proof)
      throws IOException {
    for (SimulatedDisk state : states) {
      Directory at = state.kill().openDirectory(PATH); // a copy: it is asked more than once
      try (Log log = Log.recover(at, floor, proof, new Records()).open(GROWING)) {
        assertEquals(floor, log.endPosition());
        append(log, payload(7, 100));
        log.force(log.endPosition());
      }
      assertEquals(1, Records.replay(at, GROWING, floor).size());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {FIRST, TOP, 5 * TOP})
  void aPowerCutWhileItShrinksLeavesALog(int written) throws IOException {
    try (Log log = open(GROWING, 0)) {
      fill(log, written);
      log.force(log.endPosition());
      long floor = releaseAll(log);
      LogProof before = log.proof();
      List<SimulatedDisk> shrinking = crashesIn(log::shrink);
      assertOpen(shrinking, floor, before);
      LogProof after = log.proof();
      assertTrue(after.sequence() > before.sequence(), after::toString);
      List<SimulatedDisk> trimming = crashesIn(log::trim);
      assertOpen(trimming, floor, before);
      assertOpen(trimming, floor, after);
    }
  }

  /** The proof may name a segment before: a power cut must not take both. */
  @Test
  void aSegmentStaysUntilTheNextOneIsDurable() throws IOException {
    try (Log log = open(GROWING, 0)) {
      fill(log, 4 * 224); // there is no room for a fifth record
      long floor = log.endPosition();
      log.force(floor);
      LogProof proof = log.proof();
      append(log, payload(1, 200)); // by another thread, before the floor is known elsewhere
      log.forceFloor(floor);
      log.release(floor);
      List<SimulatedDisk> cuts = crashesIn(log::prepareSpare);
      for (SimulatedDisk cut : cuts) {
        RecoveredLog left = Log.recover(cut.openDirectory(PATH), floor, proof, new Records());
        assertTrue(left.end() >= floor);
      }
      log.force(log.endPosition());
      log.prepareSpare();
      assertEquals(List.of(2 * (long) FIRST), sizes());
    }
  }

  /** Nothing is needed of it, but that it is there says that the store's log is. */
  @Test
  void anOpeningKeepsTheOldSegmentsUntilItsOwnIsDurable() throws IOException {
    LogProof proof;
    try (Log log = open(SAME_SIZE, 0)) {
      proof = log.proof();
      fill(log, 3 * TOP);
    }
    long floor = 1 << 20; // all was written to tables, and the end of the log was lost
    RecoveredLog recovered = Log.recover(directory, floor, proof, new Records());
    List<SimulatedDisk> states = crashesIn(() -> recovered.open(GROWING).close());
    assertOpen(states, floor, proof);
    assertEquals(FIRST, bytes());
  }

  @Test
  void aCopyIsHardlyLargerThanItsRecords() throws IOException {
    for (long bytes : new long[] {0, 8, 1 << 10, 1_000_000, 8_000_000, 8 << 20, 100_000_000}) {
      LogOptions options = LogOptions.holding(bytes);
      long room = options.segmentBytes() - LogFormat.HEADER_BYTES - RecordHeader.BYTES;
      long segments = Math.max(1, Math.ceilDiv(bytes, room));
      long taken = segments * options.segmentBytes();
      assertTrue(options.segmentBytes() <= 8 << 20, "bytes " + bytes);
      assertTrue(taken <= bytes + bytes / 32 + 4096, "bytes " + bytes + " take " + taken);
    }
    for (int records : new int[] {1, 100, 5_000, 100_000}) {
      Directory copies = disk.openDirectory(Path.of("/copy" + records));
      long end = 224L * records;
      try (Log log = Log.open(copies, LogOptions.holding(end), 0, new Records())) {
        fill(log, (int) end);
        assertEquals(end, log.endPosition());
      }
      long taken = 0;
      for (String name : copies.list()) {
        taken += copies.size(name);
      }
      assertTrue(taken <= end + end / 32 + 4096, records + " records take " + taken);
    }
  }
}
