package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A replay without an opening: the same records, and not a byte changed. That it agrees with the
 * opening under every damage and after every crash is tested beside those of openings.
 */
class LogReplayTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions SMALL = new LogOptions(2048, 2);
  private static final int RECORDS = 40;

  private final SimulatedDisk disk = new SimulatedDisk();

  /** Several segments, of which the last is neither forced nor full; one is free. */
  private long writeLog(Directory directory) throws IOException {
    try (Log log = Log.open(directory, SMALL, 0, new Records())) {
      for (int i = 0; i < RECORDS; i++) {
        append(log, payload(i, 7 * i));
        if (i == RECORDS / 2) {
          log.force(log.endPosition());
        }
      }
      log.prepareSpare();
      return log.endPosition();
    }
  }

  private static Map<String, ByteBuffer> files(SimulatedDisk disk) throws IOException {
    FilesAtRest atRest = disk.filesAtRest(PATH);
    Map<String, ByteBuffer> files = new TreeMap<>();
    for (String name : atRest.names()) {
      files.put(name, ByteBuffer.wrap(atRest.read(name)));
    }
    return files;
  }

  /** Replays on a disk that fails every call that changes anything. */
  private static List<Records.Entry> replayUntouched(SimulatedDisk disk, long from)
      throws IOException {
    Map<String, ByteBuffer> before = files(disk);
    disk.onCall(
        call -> {
          if (call.kind().isChanging()) {
            throw new AssertionError("a replay must not change anything: " + call);
          }
        });
    List<Records.Entry> replayed = Records.replayOnly(disk.openDirectory(PATH), from);
    disk.onCall(call -> {});
    assertEquals(before, files(disk));
    return replayed;
  }

  @Test
  void handsOverAllSegmentsAndChangesNothing() throws IOException {
    long end = writeLog(disk.openDirectory(PATH));
    assertTrue(files(disk).size() > 3, "segments");
    List<Records.Entry> replayed = replayUntouched(disk, 0);
    assertEquals(replayed, replayUntouched(disk, 0), "a second replay");
    assertEquals(RECORDS, replayed.size());
    assertEquals(end, Log.recover(disk.openDirectory(PATH), 0, LogProof.NONE, new Records()).end());
    assertEquals(replayed, Records.replay(disk.openDirectory(PATH), SMALL, 0));
  }

  @Test
  void beginsAtEveryRecordPosition() throws IOException {
    writeLog(disk.openDirectory(PATH));
    List<Records.Entry> all = replayUntouched(disk, 0);
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.subList(i, all.size()), replayUntouched(disk, all.get(i).position()));
    }
  }

  @Test
  void leavesATornTailWhereItIs() throws IOException {
    writeLog(disk.openDirectory(PATH));
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk torn = disk.crash(CrashState.ALL.get(seed % CrashState.ALL.size()), seed);
      String last = files(torn).keySet().stream().reduce((a, b) -> b).orElseThrow();
      torn.filesAtRest(PATH).zeroSector(last, 2 + seed % 2);
      List<Records.Entry> replayed = replayUntouched(torn, 0);
      assertTrue(replayed.size() > RECORDS / 2, "what was forced");
      assertEquals(replayed, Records.replay(torn.openDirectory(PATH), SMALL, 0));
    }
  }

  @Test
  void refusesDamageBeforeTheDurablePosition() throws IOException {
    writeLog(disk.openDirectory(PATH));
    disk.filesAtRest(PATH).zeroSector("000001.log", 2);
    Map<String, ByteBuffer> before = files(disk);
    Directory directory = disk.openDirectory(PATH);
    CorruptLogException seen =
        assertThrows(
            CorruptLogException.class,
            () -> Log.recover(directory, 0, LogProof.NONE, new Records()).end());
    CorruptLogException refused =
        assertThrows(CorruptLogException.class, () -> Records.replay(directory, SMALL, 0));
    assertEquals(refused.getMessage(), seen.getMessage());
    assertEquals(before, files(disk));
  }

  @Test
  void findsNothingInAnEmptyDirectory() throws IOException {
    Directory directory = disk.openDirectory(PATH);
    assertEquals(0, Log.recover(directory, 0, LogProof.NONE, new Records()).end());
    assertEquals(8000, Log.recover(directory, 8000, LogProof.NONE, new Records()).end());
    assertEquals(List.of(), replayUntouched(disk, 0));
    Log.open(directory, SMALL, 0, new Records()).close();
    assertEquals(List.of(), replayUntouched(disk, 0));
  }

  @Test
  void endsAtAStartPositionBeyondTheLog() throws IOException {
    long end = writeLog(disk.openDirectory(PATH));
    Directory directory = disk.openDirectory(PATH);
    assertEquals(end + 800, Log.recover(directory, end + 800, LogProof.NONE, new Records()).end());
    assertEquals(List.of(), replayUntouched(disk, end + 800));
  }

  @Test
  void refusesWhatIsNoPosition() throws IOException {
    writeLog(disk.openDirectory(PATH));
    Directory directory = disk.openDirectory(PATH);
    assertThrows(
        IllegalArgumentException.class,
        () -> Log.recover(directory, 63, LogProof.NONE, new Records()).end());
    assertThrows(
        IllegalArgumentException.class,
        () -> Log.recover(directory, -8, LogProof.NONE, new Records()).end());
    assertThrows(
        CorruptLogException.class,
        () -> Log.recover(directory, 64, LogProof.NONE, new Records()).end());
  }

  @Test
  void throwsAReadErrorAndTakesItForNoEnd() throws IOException {
    writeLog(disk.openDirectory(PATH));
    SimulatedDisk whole = disk.kill();
    replayUntouched(whole, 0);
    long reads = whole.calls(CallKind.READ);
    assertTrue(reads > 10, "reads: " + reads);
    for (long read = 0; read < reads; read++) {
      SimulatedDisk failing = disk.kill().fail(Fault.at(CallKind.READ, read));
      Directory directory = failing.openDirectory(PATH);
      IOException failure =
          assertThrows(
              IOException.class,
              () -> Log.recover(directory, 0, LogProof.NONE, new Records()).end());
      assertTrue(String.valueOf(failure.getMessage()).contains(Fault.IO_ERROR), "" + failure);
    }
  }

  @Test
  void changesNothingOnARealDisk(@TempDir Path parent) throws IOException {
    Path path = parent.resolve("db");
    try (Directory real = FileDisk.INSTANCE.openDirectory(path)) {
      writeLog(real);
      Map<String, ByteBuffer> before = realFiles(path);
      assertEquals(RECORDS, Records.replayOnly(real, 0).size());
      assertEquals(before, realFiles(path));
      assertEquals(Records.replayOnly(real, 0), Records.replay(real, SMALL, 0));
    }
  }

  private static Map<String, ByteBuffer> realFiles(Path path) throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    try (var listed = Files.list(path)) {
      for (Path file : listed.toList()) {
        files.put(
            file + " of " + Files.getLastModifiedTime(file),
            ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return files;
  }
}
