package dev.malkoha.storage.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which calls a {@link Fault} fails and what a failed call leaves. */
final class FaultTest {

  private static final Path DB = Path.of("db");
  private final SimulatedDisk disk = new SimulatedDisk();
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = disk.openDirectory(DB);
  }

  /** The indices among ten directory forces of those that failed. */
  private List<Integer> failing() {
    List<Integer> failing = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      try {
        directory.force();
      } catch (IOException e) {
        failing.add(i);
      }
    }
    return failing;
  }

  @Test
  void aCallFailsOnceOrFromThenOn() throws IOException {
    disk.fail(Fault.at(disk.calls() + 3));
    assertEquals(List.of(3), failing());
    disk.fail(Fault.from(disk.calls() + 7));
    assertEquals(List.of(7, 8, 9), failing());
    disk.repair();
    assertEquals(List.of(), failing());
  }

  @Test
  void callsOfAKindAreCountedByThemselves() throws IOException {
    directory.exists("a");
    disk.fail(Fault.at(CallKind.DIRECTORY_FORCE, 2)).fail(Fault.from(CallKind.DIRECTORY_FORCE, 8));
    assertEquals(List.of(2, 8, 9), failing());
    assertFalse(directory.exists("a"));
  }

  @Test
  void anyPropertyOfACallCanDecide() throws IOException {
    disk.fail(Fault.when(call -> call.name().equals("b")));
    directory.create("a").close();
    assertThrows(IOException.class, () -> directory.create("b"));
    assertEquals(List.of("a"), directory.list());
  }

  @Test
  void theReasonIsInTheSystemsWords() {
    disk.fail(Fault.at(CallKind.CREATE, 0)).fail(Fault.at(CallKind.CREATE, 1).noSpace());
    assertMessage("Input/output error (simulated, #1 CREATE a)", () -> directory.create("a"));
    assertMessage("No space left on device (simulated, #2 CREATE a)", () -> directory.create("a"));
  }

  /** As on a real disk: a force that fails leaves all in doubt, whatever the reason. */
  @Test
  void aFullDiskIsToldWhereAFileGrowsAndNotByAForce() throws IOException {
    try (WritableFile file = directory.create("a")) {
      disk.fail(Fault.when(call -> true).noSpace());
      assertThrows(NoSpaceException.class, () -> file.append(new byte[1], 0, 1));
      assertThrows(NoSpaceException.class, () -> directory.create("b"));
      assertThrows(NoSpaceException.class, () -> directory.allocate("log", 1_000));
      IOException e = assertThrows(IOException.class, file::force);
      assertFalse(e instanceof NoSpaceException);
    }
  }

  private static void assertMessage(String expected, Executable call) {
    assertEquals(expected, assertThrows(IOException.class, call).getMessage());
  }

  @Test
  void aRenameMayHaveHappenedAndReportFailure() throws IOException {
    disk.filesAtRest(DB).write("a", new byte[1]);
    disk.fail(Fault.at(CallKind.RENAME, 0)).fail(Fault.at(CallKind.RENAME, 1).afterTheEffect());
    assertThrows(IOException.class, () -> directory.rename("a", "b"));
    assertEquals(List.of("a"), directory.list());
    assertThrows(IOException.class, () -> directory.rename("a", "b"));
    assertEquals(List.of("b"), directory.list());
  }

  @Test
  void aFailedAllocationLeavesNoFileWhicheverPartFails() throws IOException {
    for (CallKind kind :
        List.of(CallKind.ALLOCATE, CallKind.ALLOCATE_WRITE, CallKind.ALLOCATE_FORCE)) {
      disk.fail(Fault.at(kind, disk.calls(kind)));
      assertThrows(IOException.class, () -> directory.allocate("log", 1_000));
      assertEquals(List.of(), directory.list());
    }
    directory.allocate("log", 1_000).close();
  }

  @Test
  void aFullDiskTakesPartOfAnAppendAndIsFreedByADelete() throws IOException {
    disk.limit(1_500);
    directory.allocate("log", 1_000).close();
    try (WritableFile file = directory.create("table")) {
      file.append(new byte[400], 0, 400);
      assertEquals(1_400, disk.usedBytes());
      assertMessage(Fault.NO_SPACE, () -> file.append(new byte[400], 0, 400));
      assertEquals(500, directory.size("table"), "what fitted was written");
      assertMessage(Fault.NO_SPACE, () -> directory.allocate("log2", 1_000));
      directory.delete("log");
      directory.allocate("log2", 1_000).close();
      assertEquals(Set.of("log2", "table"), disk.filesAtRest(DB).names());
    }
  }

  @Test
  void whatAFailedForceGaveUpALaterForceDoesNotSave() throws IOException {
    MappedFile log = directory.allocate("log", 100 * 512);
    directory.force();
    log.memory().fill((byte) 1);
    disk.fail(Fault.at(CallKind.MAPPED_FORCE, 0));
    assertThrows(IOException.class, () -> log.force(0, 100 * 512));
    int saved = ones();
    assertTrue(saved > 20 && saved < 80, "some sectors reached the disk: " + saved);
    log.force(0, 100 * 512);
    assertEquals(saved, ones(), "the system believes that it has written them");
    assertEquals(1, log.memory().get(ValueLayout.JAVA_BYTE, 0));
    log.memory().fill((byte) 2);
    log.memory().fill((byte) 1);
    log.force(0, 100 * 512);
    assertEquals(saved, ones(), "writing the same bytes is not seen as a write");
    log.memory().fill((byte) 2);
    log.force(0, 100 * 512);
    assertEquals(200, ones(), "other bytes are");
  }

  /** The sum of the sectors' first bytes after a power cut. */
  private int ones() throws IOException {
    byte[] content = disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).read("log");
    int sum = 0;
    for (int i = 0; i < content.length; i += 512) {
      sum += content[i];
    }
    return sum;
  }

  @Test
  void anAppendAfterAFailedForceIsSavedWithTheSectorsThatItTouches() throws IOException {
    WritableFile file = directory.create("a");
    directory.force();
    disk.fail(Fault.at(CallKind.FORCE, 0));
    file.append(new byte[] {1}, 0, 1);
    assertThrows(IOException.class, file::force);
    file.append(new byte[] {2}, 0, 1);
    file.force();
    file.close();
    assertArrayEquals(
        new byte[] {1, 2}, disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).read("a"));
  }

  @Test
  void namesAreStillUnsyncedAfterAFailedForceOfTheirDirectory() throws IOException {
    directory.create("a").close();
    disk.fail(Fault.at(CallKind.DIRECTORY_FORCE, 0));
    assertThrows(IOException.class, directory::force);
    assertEquals(Set.of(), disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).names());
    directory.force();
    assertEquals(Set.of("a"), disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).names());
  }
}
