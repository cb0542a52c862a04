package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingMappedFile;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is lost is refused where it was proven to be there, and told of where it was not. */
class LogProofTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 4);
  private static final int RECORDS = 40;

  private final SimulatedDisk disk = new SimulatedDisk();

  private FilesAtRest files() {
    return disk.filesAtRest(PATH);
  }

  /** A log of several segments; returns what is known of it. */
  private LogProof write(boolean forced) throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      for (int i = 0; i < RECORDS; i++) {
        append(log, payload(i, 100));
      }
      if (forced) {
        log.force(log.endPosition());
      }
      return log.proof();
    }
  }

  private RecoveredLog recover(SimulatedDisk on, LogProof proof, Records into) throws IOException {
    return Log.recover(on.openDirectory(PATH), 0, proof, into);
  }

  private Set<String> segments() {
    return files().names();
  }

  @Test
  void aProofIsOfWhatWasForcedAndNoMore() throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      assertEquals(new LogProof(1, 1, 0), log.proof());
      long end = append(log, payload(1, 900));
      assertEquals(new LogProof(1, 1, 0), log.proof());
      log.force(end);
      assertEquals(new LogProof(1, 1, end), log.proof());
      long second = append(log, payload(2, 900));
      assertEquals(new LogProof(1, 1, end), log.proof(), "the header is not forced");
      log.force(second);
      assertEquals(new LogProof(2, 2, second), log.proof());
    }
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      assertEquals(3, log.proof().sequence());
    }
  }

  /** Every byte of every record: of a closed log nothing is lost without a word. */
  @Test
  void everyDamageBeforeAProofIsRefused() throws IOException {
    LogProof proof = write(true);
    for (String file : segments()) {
      int length = files().read(file).length;
      for (int at = LogFormat.HEADER_BYTES; at < length; at++) {
        SimulatedDisk damaged = disk.kill();
        damaged.filesAtRest(PATH).flipBit(file, at * 8L + at % 8);
        Records seen = new Records();
        try {
          recover(damaged, proof, seen);
          assertEquals(RECORDS, seen.entries().size(), file + " " + at);
        } catch (CorruptLogException e) {
          assertEquals(file, e.file());
          assertTrue(e.offset() <= at, "offset " + e.offset() + " of damage at " + at);
        }
      }
    }
  }

  /** Without a proof, what a power cut may leave is not refused; but it is told of. */
  @Test
  void everyDamageWithoutAProofIsTold() throws IOException {
    write(false);
    int told = 0;
    for (String file : segments()) {
      int length = files().read(file).length;
      for (int at = LogFormat.HEADER_BYTES; at < length; at++) {
        SimulatedDisk damaged = disk.kill();
        damaged.filesAtRest(PATH).flipBit(file, at * 8L + at % 8);
        Records seen = new Records();
        List<String> problems = recover(damaged, LogProof.NONE, seen).problems();
        told += problems.isEmpty() ? 0 : 1;
        assertTrue(
            seen.entries().size() == RECORDS || !problems.isEmpty(), file + " " + at + " silent");
      }
    }
    assertTrue(told > RECORDS * 100, "told " + told);
  }

  @Test
  void aKilledLogThatIsWholeTellsNothing() throws IOException {
    LogProof proof = write(false);
    Records seen = new Records();
    assertEquals(List.of(), recover(disk.kill(), proof, seen).problems());
    assertEquals(RECORDS, seen.entries().size());
  }

  @Test
  void everyMissingSegmentIsRefusedAndNothingIsTouched() throws IOException {
    for (boolean forced : new boolean[] {false, true}) {
      files().names().forEach(files()::remove);
      LogProof proof = write(forced);
      for (String file : segments()) {
        SimulatedDisk damaged = disk.kill();
        damaged.filesAtRest(PATH).remove(file);
        Set<String> before = damaged.filesAtRest(PATH).names();
        CorruptLogException e =
            assertThrows(
                CorruptLogException.class, () -> recover(damaged, proof, new Records()), file);
        assertFalse(e.file().isEmpty());
        assertEquals(before, damaged.filesAtRest(PATH).names());
      }
    }
  }

  /** The one that an opening has begun has no turn before it: the proof names it. */
  @Test
  void aSegmentBegunByAnOpeningIsMissed() throws IOException {
    write(true);
    LogProof proof;
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      proof = log.proof();
      append(log, payload(99, 10));
    }
    String begun = LogFormat.name(proof.slot());
    files().remove(begun);
    CorruptLogException e =
        assertThrows(CorruptLogException.class, () -> recover(disk.kill(), proof, new Records()));
    assertEquals(begun, e.file());
  }

  /** Where the log must reach the start position, it is refused if it does not. */
  @Test
  void aLogThatEndsBeforeADurableStartIsRefused() throws IOException {
    LogProof proof = write(true);
    long from = proof.durable();
    Set<String> names = segments();
    names.forEach(name -> zero(name, LogFormat.HEADER_BYTES));
    assertThrows(
        CorruptLogException.class,
        () -> Log.recover(disk.kill().openDirectory(PATH), from, proof, new Records()));
    names.forEach(name -> zero(name, 0));
    assertThrows(
        CorruptLogException.class,
        () -> Log.recover(disk.kill().openDirectory(PATH), from, proof, new Records()));
    names.forEach(files()::remove);
    assertThrows(
        CorruptLogException.class,
        () -> Log.recover(disk.kill().openDirectory(PATH), from, proof, new Records()));
  }

  private void zero(String name, int from) {
    try {
      byte[] bytes = files().read(name);
      Arrays.fill(bytes, from, bytes.length, (byte) 0);
      files().write(name, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Records behind a hole cannot be used; they are not thrown away either. */
  @Test
  void segmentsThatCannotBeReachedAreSetAside() throws IOException {
    write(false);
    List<String> names = new ArrayList<>(segments());
    SimulatedDisk torn = disk.kill();
    torn.filesAtRest(PATH).zeroSector(names.get(1), 3);
    TreeMap<String, byte[]> lost = new TreeMap<>();
    for (String name : names.subList(2, names.size())) {
      lost.put(name, torn.filesAtRest(PATH).read(name));
    }
    RecoveredLog recovered = recover(torn, LogProof.NONE, new Records());
    assertEquals(lost.size(), recovered.problems().size(), recovered.problems().toString());
    recovered.open(OPTIONS).close();
    for (String name : lost.keySet()) {
      String aside = Directory.SET_ASIDE + "/" + name;
      assertEquals(lost.get(name).length, torn.filesAtRest(PATH).read(aside).length, name);
    }
    assertEquals(List.of(), recover(torn, LogProof.NONE, new Records()).problems());
  }

  /** A turn to a segment whose header a power cut has taken is no reason to refuse. */
  @Test
  void aTurnToALostHeaderIsTold() throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      append(log, payload(1, 900));
      append(log, payload(2, 900));
    }
    byte[] second = files().read("000002.log");
    files().write("000002.log", new byte[second.length]);
    Records seen = new Records();
    RecoveredLog recovered = recover(disk.kill(), LogProof.NONE, seen);
    assertEquals(1, seen.entries().size());
    assertEquals(1, recovered.problems().size(), recovered.problems().toString());
  }

  /** A start position that was settled is there after every power cut, whatever else is not. */
  @Test
  void aSettledPositionSurvivesEveryPowerCut() throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      long[] ends = fill(log);
      for (int settled : new int[] {10, 20, 30, 25}) {
        LogProof proof = log.forceFloor(ends[settled]);
        assertEquals(ends[settled], proof.durable());
        for (CrashState how : CrashState.ALL) {
          Directory left = disk.crash(how, settled).openDirectory(PATH);
          assertTrue(
              Log.recover(left, proof.durable(), proof, new Records()).end() >= ends[settled]);
        }
      }
      assertEquals(0, log.durablePosition(), "the rest is not forced");
    }
  }

  /** Nobody else may keep it: what lies before may be lost, and is needed as long as it is not. */
  @Test
  void aSettledPositionIsProvenOnceItIsKept() throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      long[] ends = fill(log);
      LogProof before = log.proof();
      LogProof settled = log.forceFloor(ends[30]);
      assertEquals(before, log.proof());
      for (CrashState how : CrashState.ALL) {
        recover(disk.crash(how, 30), log.proof(), new Records());
      }
      log.release(ends[30]);
      assertEquals(settled, log.proof());
      assertEquals(settled, log.forceFloor(ends[25]), "it never goes back");
      log.forceFloor(ends[35]);
      assertEquals(settled, log.proof());
    }
  }

  private static long[] fill(Log log) throws IOException {
    long[] ends = new long[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      ends[i] = append(log, payload(i, 100));
    }
    return ends;
  }

  /** Power cuts at every call of a log that is forced now and then never make a proof a lie. */
  @Test
  void noPowerCutMakesAProofALie() throws IOException {
    LogProof[] proof = {LogProof.NONE};
    int[] states = {0};
    disk.onCall(
        call -> {
          for (CrashState how : CrashState.ALL) {
            try {
              recover(disk.crash(how, call.index()), proof[0], new Records());
              states[0]++;
            } catch (IOException e) {
              throw new AssertionError(how + " at " + call, e);
            }
          }
        });
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      proof[0] = log.proof();
      for (int i = 0; i < RECORDS; i++) {
        long end = append(log, payload(i, 100 + i % 7 * 60));
        if (i % 5 == 4) {
          log.force(end);
          proof[0] = log.proof();
        }
      }
    }
    assertTrue(states[0] > 300, "states " + states[0]);
  }

  /** An error between the end of one segment and the beginning of the next is final. */
  @Test
  void anErrorInARotationSeals() throws IOException {
    OutOfMemoryError error = new OutOfMemoryError("as planted");
    boolean[] fails = {false};
    Directory failing =
        new DelegatingDirectory(disk.openDirectory(PATH)) {
          @Override
          protected MappedFile wrap(MappedFile file) {
            return new DelegatingMappedFile(file) {
              @Override
              public void write(long position, byte[] from, int offset, int length)
                  throws IOException {
                if (fails[0] && position == 0) {
                  throw error;
                }
                super.write(position, from, offset, length);
              }
            };
          }
        };
    try (Log log = Log.open(failing, OPTIONS, 0, new Records())) {
      long end = append(log, payload(1, 900));
      fails[0] = true;
      assertSame(error, assertThrows(OutOfMemoryError.class, () -> append(log, payload(2, 900))));
      assertThrows(IOException.class, () -> append(log, payload(3, 1)));
      assertThrows(IOException.class, () -> log.force(end));
    }
    Records seen = new Records();
    recover(disk.kill(), LogProof.NONE, seen);
    assertEquals(1, seen.entries().size());
  }
}
