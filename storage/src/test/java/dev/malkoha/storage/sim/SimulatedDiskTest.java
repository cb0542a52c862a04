package dev.malkoha.storage.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a {@link SimulatedDisk} shows, counts and forgets, apart from its crashes and faults. */
final class SimulatedDiskTest {

  private static final Path DB = Path.of("db");
  private final SimulatedDisk disk = new SimulatedDisk();
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = disk.openDirectory(DB);
  }

  private FilesAtRest files() {
    return disk.filesAtRest(DB);
  }

  @Test
  void everyCallIsCountedAndShownBeforeItTakesEffect() throws IOException {
    List<String> calls = new ArrayList<>();
    disk.onCall(call -> calls.add(call + " " + files().names()));
    try (WritableFile file = directory.create("a")) {
      file.append(new byte[5], 0, 5);
      file.append(new byte[5], 0, 5);
      file.force();
    }
    directory.rename("a", "b");
    directory.force();
    directory.allocate("log", 1_000).close();
    assertEquals(
        List.of(
            "#1 CREATE a []",
            "#2 APPEND a [0, +5] [a]",
            "#3 APPEND a [5, +5] [a]",
            "#4 FORCE a [0, +10] [a]",
            "#5 RENAME a -> b [a]",
            "#6 DIRECTORY_FORCE . [b]",
            "#7 ALLOCATE log [0, +1000] [b]",
            "#8 ALLOCATE_WRITE log [0, +1000] [b, log]",
            "#9 ALLOCATE_FORCE log [0, +1000] [b, log]"),
        calls);
    assertEquals(10, disk.calls());
    assertEquals(2, disk.calls(CallKind.APPEND));
    assertEquals(0, disk.calls(CallKind.READ));
  }

  @Test
  void theHistorySaysWhatFailedAndWhy() throws IOException {
    disk.fail(Fault.at(CallKind.APPEND, 1));
    try (WritableFile file = directory.create("a")) {
      file.append(new byte[5], 0, 5);
      assertThrows(IOException.class, () -> file.append(new byte[5], 0, 5));
    }
    disk.repair();
    assertEquals(
        """
        #0 OPEN_DIRECTORY .
        #1 CREATE a
        #2 APPEND a [0, +5]
        #3 APPEND a [5, +5] -> java.io.IOException: Input/output error (simulated, #3 APPEND a [5, +5])
        """,
        disk.history());
  }

  @Test
  void aKillLosesNothingAndMakesNothingDurable() throws IOException {
    MappedFile log = directory.allocate("log", 2_000);
    directory.force();
    log.memory().fill((byte) 7);
    directory.create("new").close();
    SimulatedDisk killed = disk.kill();
    log.memory().fill((byte) 8);
    assertEquals(Set.of("log", "new"), killed.filesAtRest(DB).names());
    byte[] sevens = new byte[2_000];
    Arrays.fill(sevens, (byte) 7);
    assertArrayEquals(sevens, killed.filesAtRest(DB).read("log"));
    FilesAtRest afterPowerCut = killed.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB);
    assertEquals(Set.of("log"), afterPowerCut.names());
    assertArrayEquals(new byte[2_000], afterPowerCut.read("log"));
  }

  @Test
  void nobodyHoldsALockOnACrashedOrKilledDisk() throws IOException {
    directory.lock("LOCK");
    assertThrows(IOException.class, () -> directory.lock("LOCK"));
    disk.crash(CrashState.SYNCED_ONLY, 0).openDirectory(DB).lock("LOCK");
    disk.kill().openDirectory(DB).lock("LOCK");
  }

  @Test
  void aCrashedDiskIsADiskOfItsOwn() throws IOException {
    WritableFile file = directory.create("a");
    file.append(new byte[] {1}, 0, 1);
    SimulatedDisk crashed = disk.crash(CrashState.EVERYTHING, 0);
    file.append(new byte[] {2}, 0, 1);
    crashed.openDirectory(DB).create("b").close();
    assertArrayEquals(new byte[] {1}, crashed.filesAtRest(DB).read("a"));
    assertArrayEquals(new byte[] {1, 2}, files().read("a"));
    assertEquals(Set.of("a"), files().names());
    assertEquals(0, crashed.crash(CrashState.RANDOM, 0).unsyncedPieces());
  }

  @Test
  void seededBugsMakeForcesIdleAndAreInherited() throws IOException {
    disk.ignoreForces(name -> name.endsWith(".log")).ignoreDirectoryForces();
    for (SimulatedDisk each : List.of(disk, disk.crash(CrashState.EVERYTHING, 0), disk.kill())) {
      Directory broken = each.openDirectory(DB);
      broken.force();
      try (MappedFile log = broken.allocate("1.log", 600);
          WritableFile table = broken.create("1.table")) {
        log.memory().fill((byte) 1);
        log.force(0, 600);
        table.append(new byte[] {1}, 0, 1);
        table.force();
      }
      broken.force();
      SimulatedDisk left = each.crash(CrashState.SYNCED_ONLY, 0);
      assertEquals(Set.of(), left.filesAtRest(DB).names());
      FilesAtRest named = each.crash(CrashState.DATA_LOST, 0).filesAtRest(DB);
      assertArrayEquals(new byte[0], named.read("1.log"));
      assertArrayEquals(new byte[] {1}, named.read("1.table"));
    }
  }

  @Test
  void filesAtRestAreDamagedWhereAsked() throws IOException {
    files().write("a", new byte[1_500]);
    files().flipBit("a", 8 * 700 + 3);
    byte[] expected = new byte[1_500];
    expected[700] = 8;
    assertArrayEquals(expected, files().read("a"));
    Arrays.fill(expected, (byte) 5);
    files().write("a", expected);
    files().zeroSector("a", 2);
    Arrays.fill(expected, 1_024, 1_500, (byte) 0);
    assertArrayEquals(expected, files().read("a"));
    try (ReadableFile open = directory.open("a")) {
      files().flipBit("a", 0);
      byte[] first = new byte[1];
      open.read(0, first, 0, 1);
      assertEquals(4, first[0], "who has it open sees the damage");
    }
    files().truncate("a", 3);
    assertArrayEquals(new byte[] {4, 5, 5}, files().read("a"));
    assertEquals(0, disk.unsyncedPieces());
    files().remove("a");
    assertFalse(directory.exists("a"));
  }

  @Test
  void whatTheSystemWritesBackSurvivesALaterWrite() throws IOException {
    MappedFile log = directory.allocate("log", 512);
    directory.force();
    log.memory().fill((byte) 1);
    disk.writeBack(1.0, 0);
    log.memory().fill((byte) 2);
    byte[] left = disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).read("log");
    assertEquals(1, left[0]);
    try (WritableFile file = directory.create("a")) {
      file.append(new byte[100], 0, 100);
      disk.writeBack(1.0, 0);
      assertEquals(0, disk.unsyncedPieces(), "all of it was written out");
    }
    assertTrue(disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).names().contains("a"));
  }
}
