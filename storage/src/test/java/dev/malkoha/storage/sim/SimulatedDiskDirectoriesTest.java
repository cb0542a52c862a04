package dev.malkoha.storage.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.DirectoriesContract;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract on the simulated disk, and what a crash leaves of files with two names. */
final class SimulatedDiskDirectoriesTest extends DirectoriesContract {

  private static final Path ONE = Path.of("/one");
  private static final Path TWO = Path.of("/two");

  private final SimulatedDisk disk = new SimulatedDisk();

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected Path parent() {
    return Path.of("/parent");
  }

  @Override
  protected void move(Path directory, Path there) {
    disk.move(directory, there);
  }

  /** A file with 600 forced and 600 further bytes under a forced name, linked elsewhere. */
  private Directory linked() throws IOException {
    Directory one = disk.openDirectory(ONE);
    Directory two = disk.openDirectory(TWO);
    try (WritableFile file = one.create("a")) {
      file.append(new byte[600], 0, 600);
      file.force();
      one.force();
      file.append(new byte[600], 0, 600);
    }
    assertTrue(one.link("a", two));
    return two;
  }

  @Test
  void aLinkIsLostUnlessItsDirectoryIsForced() throws IOException {
    Directory two = linked();
    assertEquals(Set.of(), disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(TWO).names());
    assertEquals(Set.of("a"), disk.crash(CrashState.EVERYTHING, 0).filesAtRest(TWO).names());
    two.force();
    for (CrashState how : CrashState.ALL) {
      SimulatedDisk left = disk.crash(how, 1);
      assertEquals(Set.of("a"), left.filesAtRest(TWO).names(), how.toString());
      assertArrayEquals(left.filesAtRest(ONE).read("a"), left.filesAtRest(TWO).read("a"));
    }
    byte[] forced = disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(TWO).read("a");
    assertEquals(600, forced.length, "the content's durability is the file's");
  }

  @Test
  void aForcedLinkOutlivesTheOtherName() throws IOException {
    Directory two = linked();
    two.force();
    try (Directory one = disk.openDirectory(ONE)) {
      one.delete("a");
      one.force();
    }
    for (CrashState how : CrashState.ALL) {
      SimulatedDisk left = disk.crash(how, 2);
      assertEquals(Set.of(), left.filesAtRest(ONE).names());
      assertTrue(left.filesAtRest(TWO).read("a").length >= 600, how.toString());
    }
  }

  @Test
  void aFileOfTwoNamesIsOneFileAfterACrashAndAKillToo() throws IOException {
    linked().force();
    assertEquals(1_200, disk.usedBytes());
    for (SimulatedDisk left : List.of(disk.kill(), disk.crash(CrashState.EVERYTHING, 3))) {
      left.filesAtRest(ONE).flipBit("a", 0);
      assertEquals(1, left.filesAtRest(TWO).read("a")[0]);
      assertEquals(1_200, left.usedBytes());
    }
    assertEquals(0, disk.filesAtRest(ONE).read("a")[0]);
  }

  @Test
  void aPieceOfAFileOfTwoNamesIsCountedOnce() throws IOException {
    linked();
    disk.writeBack(0, 0);
    int shared = disk.unsyncedPieces(); // a length, and the link's name; the sectors are zero
    assertEquals(2, shared);
  }

  @Test
  void linksCanBeRefused() throws IOException {
    disk.refuseLinks();
    for (SimulatedDisk each : List.of(disk, disk.kill(), disk.crash(CrashState.EVERYTHING, 0))) {
      Directory one = each.openDirectory(ONE);
      Directory two = each.openDirectory(TWO);
      one.create("a").close();
      assertFalse(one.link("a", two));
      assertEquals(List.of(), two.list());
      one.delete("a");
    }
  }

  @Test
  void aLinkMeetsAFullDiskAndAFailingOne() throws IOException {
    Directory one = disk.openDirectory(ONE);
    Directory two = disk.openDirectory(TWO);
    one.create("a").close();
    disk.fail(Fault.at(CallKind.LINK, 0).noSpace()).fail(Fault.at(CallKind.LINK, 1));
    assertThrows(NoSpaceException.class, () -> one.link("a", two));
    IOException e = assertThrows(IOException.class, () -> one.link("a", two));
    assertFalse(e instanceof NoSpaceException);
    assertEquals(List.of(), two.list());
    assertTrue(one.link("a", two));
  }
}
