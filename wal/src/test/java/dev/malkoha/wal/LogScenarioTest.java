package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.BuggyDirectory.Bug;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Scars of other stores' logs: each test is a bug that one of them had, named by its number in the
 * project's list and by its issue there. (S7 is in {@link LogThreadsTest}.)
 */
class LogScenarioTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2560, 4);

  /** Two records of this length fill a segment. */
  private static final int HALF = 512 - RecordHeader.BYTES;

  private SimulatedDisk disk = new SimulatedDisk();

  private FilesAtRest files() {
    return disk.filesAtRest(PATH);
  }

  private Log open(long from) throws IOException {
    return Log.open(disk.openDirectory(PATH), OPTIONS, from, new Records());
  }

  private List<Entry> replay(long from) throws IOException {
    return Records.replay(disk.openDirectory(PATH), OPTIONS, from);
  }

  private static List<Entry> append(Log log, int count, int seed) throws IOException {
    List<Entry> appended = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      appended.add(Entry.of(log.endPosition(), payload(seed + i, HALF)));
      Records.append(log, payload(seed + i, HALF));
    }
    return appended;
  }

  /** RocksDB #12591: old records in a file used again, and still empty, were replayed as new. */
  @Test
  void s1AFileUsedAgainAndStillEmptyReplaysNothing() throws IOException {
    long from;
    try (Log log = open(0)) {
      append(log, 20, 0);
      from = log.endPosition();
      log.force(from);
    }
    for (int i = 0; i < 5; i++) {
      assertEquals(List.of(), replay(from)); // each opening begins a segment in a used file
      disk = disk.crash(CrashState.EVERYTHING, i);
    }
  }

  /** RocksDB #12403: the tail of a file used again looked like loss, or loss like such a tail. */
  @Test
  void s2LossInAFileUsedAgainMakesNoHole() throws IOException {
    long from;
    try (Log log = open(0)) {
      append(log, 8, 0);
      from = log.endPosition();
      log.force(from);
      log.release(from);
      append(log, 8, 100); // in used files, none of it forced
    }
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk cut = disk.crash(CrashState.random(0.7), seed);
      List<Entry> replayed = Records.replay(cut.openDirectory(PATH), OPTIONS, from);
      for (int i = 0; i < replayed.size(); i++) {
        assertEquals(Entry.of(from + 512L * i, payload(100 + i, HALF)), replayed.get(i));
      }
    }
  }

  /** Pebble #567: a log file of another program, used again, brought deleted keys back. */
  @Test
  void s3AFileOfAnotherProgramIsNotTouched() throws IOException {
    for (int size : new int[] {1, 100, 600, 1024, 2048, 5000}) {
      byte[] foreign = new byte[size];
      Arrays.fill(foreign, (byte) 0x5A);
      files().write("000003.log", foreign);
      CorruptLogException e = assertThrows(CorruptLogException.class, () -> replay(0));
      assertEquals("000003.log", e.file());
      assertArrayEquals(foreign, files().read("000003.log"));
    }
  }

  /** A process may be killed after each byte of a header: that is no other program's file. */
  @Test
  void aHeaderCutAtEachByteIsNoReasonToRefuse() throws IOException {
    open(0).close();
    byte[] fresh = files().read("000001.log");
    byte[] used = SegmentHeader.first(1, fresh.length, 1, 77, 0, 0).encode();
    for (int cut = 0; cut <= 1024; cut++) {
      for (byte[] before : List.of(new byte[fresh.length], Arrays.copyOf(used, fresh.length))) {
        byte[] mixed = before.clone();
        System.arraycopy(fresh, 0, mixed, 0, cut);
        files().write("000001.log", mixed);
        assertEquals(List.of(), Records.replay(disk.kill().openDirectory(PATH), OPTIONS, 0));
      }
    }
  }

  /** Pebble #111: bytes behind the end that form no record were called corruption. */
  @Test
  void s4AnythingBehindTheEndIsTheEnd() throws IOException {
    List<Entry> appended;
    try (Log log = open(0)) {
      appended = append(log, 1, 0);
      log.force(log.endPosition());
    }
    byte[] segment = files().read("000001.log");
    for (int fill = 1; fill < 256; fill++) {
      Arrays.fill(segment, 1024 + 512, segment.length, (byte) fill);
      files().write("000001.log", segment);
      disk = disk.crash(CrashState.EVERYTHING, fill);
      assertEquals(appended, replay(0));
    }
  }

  /** RocksDB #7701: a segment cut at a record's border, and the next one replayed all the same. */
  @Test
  void s5ASegmentThatEndsEarlyAtARecordBorderEndsTheLogOrIsRefused() throws IOException {
    List<Entry> appended;
    try (Log log = open(0)) {
      appended = append(log, 4, 0); // two segments, the second begun when nothing was durable
    }
    files().zeroSector("000001.log", 3);
    assertEquals(appended.subList(0, 1), replay(0));
    assertEquals(appended.subList(0, 1), replay(0)); // nor is it replayed later

    disk = new SimulatedDisk();
    try (Log log = open(0)) {
      append(log, 2, 0);
      log.force(log.endPosition());
      append(log, 2, 2);
    }
    files().zeroSector("000001.log", 3);
    assertThrows(CorruptLogException.class, () -> replay(0));
  }

  /** RocksDB #6288: a read error was taken for the end, and durable records were dropped. */
  @Test
  void s6AReadErrorIsAnError() throws IOException {
    List<Entry> appended;
    try (Log log = open(0)) {
      appended = append(log, 6, 0);
      log.force(log.endPosition());
    }
    SimulatedDisk whole = disk;
    for (int read = 0; ; read++) {
      disk = whole.crash(CrashState.EVERYTHING, 1).fail(Fault.at(CallKind.READ, read));
      try {
        assertEquals(appended, replay(0));
        assertTrue(read > 5, "reads: " + read);
        return;
      } catch (IOException e) {
        assertFalse(e instanceof CorruptLogException, "taken for damage");
        disk.repair();
        assertEquals(appended, replay(0));
      }
    }
  }

  /** RocksDB #9571: the oldest log still needed was computed too high, and a log deleted. */
  @Test
  void s8ASegmentIsKeptUntilItsLastRecordIsReleased() throws IOException {
    try (Log log = open(0)) {
      List<Entry> appended = append(log, 10, 0);
      log.force(log.endPosition());
      for (int i = 0; i < 10; i++) {
        long position = appended.get(i).position();
        log.release(position);
        log.prepareSpare();
        SimulatedDisk now = disk.crash(CrashState.EVERYTHING, 1);
        assertEquals(
            appended.subList(i, 10), Records.replay(now.openDirectory(PATH), OPTIONS, position));
      }
    }
  }

  /** RocksDB #7784: an empty newer log beside a damaged older one, after a full disk. */
  @Test
  void s9AnEmptyNewSegmentBesideATornOneIsNoReasonToRefuse() throws IOException {
    List<Entry> appended;
    try (Log log = open(0)) {
      log.prepareSpare();
      appended = append(log, 2, 0);
      disk.limit(disk.usedBytes());
      appended.addAll(append(log, 2, 2)); // fills the spare
      assertThrows(IOException.class, () -> append(log, 1, 4));
    }
    disk = disk.kill();
    files().zeroSector("000001.log", 3); // the older one's tail did not reach the device
    files().zeroSector("000002.log", 2);
    files().zeroSector("000002.log", 3); // nor any record of the newer one's
    assertEquals(appended.subList(0, 1), replay(0));
  }

  /** Pebble, cockroach #68319: a crash in an opening made the next one see an unclean older log. */
  @Test
  void s10AnOpeningMayCrashAnyNumberOfTimes() throws IOException {
    List<Entry> appended;
    try (Log log = open(0)) {
      appended = append(log, 7, 0);
      log.force(log.endPosition());
    }
    for (int i = 0; i < 60; i++) {
      SimulatedDisk opening = disk.crash(CrashState.EVERYTHING, i);
      List<SimulatedDisk> left = new ArrayList<>();
      long seed = i;
      opening.onCall(
          call -> {
            if (call.index() == seed % 40) {
              left.add(opening.crash(CrashState.RANDOM, seed));
            }
          });
      assertEquals(appended, Records.replay(opening.openDirectory(PATH), OPTIONS, 0));
      disk = left.isEmpty() ? opening.crash(CrashState.SYNCED_ONLY, seed) : left.getFirst();
    }
  }

  /** bbolt #567, etcd #16596: a power cut during the very first opening. */
  @Test
  void s12TheFirstOpeningMayCrashAtEachCall() throws IOException {
    List<SimulatedDisk> left = new ArrayList<>();
    disk.onCall(
        call -> {
          for (CrashState state : CrashState.ALL) {
            left.add(disk.crash(state, call.index()));
          }
        });
    open(0).close();
    assertTrue(left.size() > 50, "states: " + left.size());
    for (SimulatedDisk cut : left) {
      try (Log log = Log.open(cut.openDirectory(PATH), OPTIONS, 0, new Records())) {
        append(log, 3, 0);
      }
      assertEquals(3, Records.replay(cut.openDirectory(PATH), OPTIONS, 0).size());
    }
  }

  /** badger #434: damage in a log that is not the last was cut off in silence. */
  @Test
  void s13DamageInASegmentThatIsNotTheLastIsRefused() throws IOException {
    try (Log log = open(0)) {
      append(log, 6, 0);
      log.force(log.endPosition());
      append(log, 1, 6);
    }
    for (String file : List.of("000001.log", "000002.log")) {
      SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
      damaged.filesAtRest(PATH).flipBit(file, 1100 * 8);
      CorruptLogException e =
          assertThrows(
              CorruptLogException.class,
              () -> Records.replay(damaged.openDirectory(PATH), OPTIONS, 0));
      assertEquals(file, e.file());
    }
  }

  /**
   * RocksDB #9715: false alarms of a missing log blocked the opening. Here one that is needed is
   * never a false alarm: its name was forced before the log turned to it.
   */
  @Test
  void s14ASegmentThatIsMissingIsNoReasonToRefuseWhereItIsNotNeeded() throws IOException {
    try (Log log = open(0)) {
      append(log, 6, 0);
    }
    files().remove("000002.log");
    assertEquals("000002.log", assertThrows(CorruptLogException.class, () -> replay(0)).file());
    // All of it is in tables, says the caller: then nothing of it is missed.
    files().remove("000001.log");
    assertEquals(List.of(), replay(1024));
    assertEquals(List.of(), replay(4096));
  }

  /** The other way round: a segment that is missing and was durable. */
  @Test
  void aSegmentThatIsMissingAndWasDurableIsRefused() throws IOException {
    try (Log log = open(0)) {
      append(log, 6, 0);
      log.force(log.endPosition());
      append(log, 1, 6);
    }
    for (String file : List.of("000001.log", "000002.log", "000003.log")) {
      SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
      damaged.filesAtRest(PATH).remove(file);
      assertThrows(
          CorruptLogException.class, () -> Records.replay(damaged.openDirectory(PATH), OPTIONS, 0));
    }
  }

  /**
   * A segment from beyond a truncated tail must not be taken for the start of a later replay, when
   * the true one was lost. What it would take: an earlier tail lost in its middle, its last segment
   * left lying about, new records to the same positions, and a second power cut.
   */
  @Test
  void aSegmentBeyondATruncatedTailNeverComesBack() throws IOException {
    assertEquals(List.of(), replaysOfAnotherLife(Bug.NONE));
    assertNotEquals(List.of(), replaysOfAnotherLife(Bug.ABANDONED_NOT_DELETED), "not noticed");
  }

  private static List<Entry> replaysOfAnotherLife(Bug bug) throws IOException {
    List<Entry> wrong = new ArrayList<>();
    for (int seed = 0; seed < 100; seed++) {
      SimulatedDisk first = new SimulatedDisk();
      try (Log log = open(first, bug, 0)) {
        append(log, 6, 0);
      }
      SimulatedDisk second = first.crash(CrashState.EVERYTHING, seed);
      second.filesAtRest(PATH).zeroSector("000001.log", 3); // record 1 is lost, 2 to 5 are not
      List<Entry> appended = new ArrayList<>();
      try (Log log = open(second, bug, 0)) {
        assertEquals(512, log.endPosition());
        appended.addAll(append(log, 5, 100));
        log.release(2560); // the segment of record 104 begins there, those before are used again
        appended.addAll(append(log, 6, 105));
      }
      SimulatedDisk third = second.crash(CrashState.RANDOM, seed);
      List<Entry> replayed =
          Records.replay(new BuggyDirectory(third.openDirectory(PATH), bug), OPTIONS, 2560);
      replayed.removeAll(appended);
      wrong.addAll(replayed);
    }
    return wrong;
  }

  private static Log open(SimulatedDisk on, Bug bug, long from) throws IOException {
    Directory directory = new BuggyDirectory(on.openDirectory(PATH), bug);
    return Log.open(directory, OPTIONS, from, new Records());
  }
}
