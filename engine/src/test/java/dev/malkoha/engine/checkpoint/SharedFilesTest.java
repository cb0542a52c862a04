package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which files checkpoints share with their store, with each other and with what is restored.
 *
 * <p>Slow: it fills stores and copies them whole.
 */
@Tag("slow")
final class SharedFilesTest {

  private static final Path ONE = Path.of("/backup/one");
  private static final Path TWO = Path.of("/backup/two");
  private static final Path BACK = Path.of("/back");

  private final SimulatedDisk disk = new SimulatedDisk();

  private static boolean isImmutable(String name) {
    return name.endsWith(".sst") || name.endsWith(".dv");
  }

  private static Object inode(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }

  @Test
  void tablesAndSidecarsAreOneFileOnARealDisk(@TempDir Path directory) throws IOException {
    Assumptions.assumeTrue(
        directory.getFileSystem().supportedFileAttributeViews().contains("unix"));
    Path store = directory.resolve("store");
    Path one = directory.resolve("some/where/one");
    Path two = directory.resolve("some/where/two");
    Path back = directory.resolve("back");
    Contents then;
    try (Db db =
        Stores.open(FileDisk.INSTANCE, store, SampleStore.OPTIONS, Workers.inline(), true)) {
      SampleStore.fill(db, 1);
      then = Contents.of(db);
      Checkpoint first = db.checkpoint(one);
      db.put(SampleStore.key(3000), SampleStore.key(1));
      db.flush();
      Checkpoint second = db.checkpoint(two);
      assertTrue(second.sequence() > first.sequence());
      Set<Checkpoint.File> common = new HashSet<>(first.files());
      common.retainAll(second.files());
      common.removeIf(file -> !isImmutable(file.name()));
      assertTrue(common.size() > 3, "" + common);
      for (Checkpoint.File file : common) {
        assertEquals(inode(store.resolve(file.name())), inode(one.resolve(file.name())));
        assertEquals(inode(one.resolve(file.name())), inode(two.resolve(file.name())));
      }
      assertEquals(List.of(), second.verify());
    }
    Checkpoint read = Checkpoint.read(one);
    Checkpoint.restore(one, back);
    for (Checkpoint.File file : read.files()) {
      boolean shared = inode(one.resolve(file.name())).equals(inode(back.resolve(file.name())));
      assertEquals(isImmutable(file.name()), shared, file.name());
    }
    assertEquals(then, Contents.of(FileDisk.INSTANCE, one));
    try (Db db = Db.openExisting(back, SampleStore.OPTIONS)) {
      assertEquals(then, Contents.of(db));
      db.compact();
    }
    assertEquals(List.of(), read.verify());
    assertTrue(StoreTools.verify(store).ok());
  }

  /** As where checkpoints lie on another file system than the store. */
  static Disk withoutLinksFromTheStore(Disk disk) {
    return new WrappedDisk(
        disk,
        directory ->
            new DelegatingDirectory(directory) {
              @Override
              public boolean link(String name, Directory to) throws IOException {
                return !path().equals(Stores.PATH) && super.link(name, to);
              }
            });
  }

  @Test
  void whatCannotBeLinkedIsCopied() throws IOException {
    try (Db db = Stores.open(withoutLinksFromTheStore(disk), SampleStore.OPTIONS)) {
      SampleStore.fill(db, 1);
      db.checkpoint(ONE);
      Contents then = Contents.of(db);
      Checkpoint second = db.checkpoint(TWO);
      assertEquals(0, second.work().filesLinked());
      assertEquals(second.files().size(), second.work().filesCopied());
      assertEquals(
          second.files().stream().mapToLong(Checkpoint.File::bytes).sum(),
          second.work().bytesCopied());
      assertEquals(then, Contents.of(disk, TWO));
      assertEquals(List.of(), second.verify());
    }
  }

  @Test
  void whatIsDamagedIsNotRestored() throws IOException {
    try (Db db = Stores.open(disk, SampleStore.OPTIONS)) {
      SampleStore.fill(db, 1);
      db.checkpoint(ONE);
    }
    Checkpoint checkpoint = Stores.readCheckpoint(disk, ONE);
    try (Directory directory = disk.openExisting(ONE)) {
      for (Checkpoint.File file : checkpoint.files()) {
        byte[] sound = RawFiles.read(directory, file.name());
        byte[] damaged = sound.clone();
        damaged[sound.length / 2] ^= 1;
        RawFiles.write(directory, file.name(), damaged);
        refuses(checkpoint, file.name());
        byte[] longer = Arrays.copyOf(sound, sound.length + 1);
        RawFiles.write(directory, file.name(), longer);
        refuses(checkpoint, file.name());
        directory.delete(file.name());
        if (!file.name().equals("CURRENT")) {
          refuses(checkpoint, file.name());
        }
        assertThrows(DbCorruptionException.class, () -> Stores.restore(disk, ONE, BACK));
        directory.create(file.name()).close();
        RawFiles.write(directory, file.name(), sound);
      }
    }
    assertEquals(List.of(), checkpoint.verify());
    Stores.restore(disk, ONE, BACK);
    assertEquals(Contents.of(disk, Stores.PATH), Contents.of(disk, BACK));
    assertThrows(IllegalArgumentException.class, () -> Stores.restore(disk, ONE, BACK));
    assertThrows(DbNotFoundException.class, () -> Stores.restore(disk, BACK, TWO));
    assertThrows(DbNotFoundException.class, () -> Stores.restore(disk, Path.of("/no"), TWO));
  }

  private void refuses(Checkpoint checkpoint, String name) {
    List<String> problems = checkpoint.verify();
    assertEquals(1, problems.size(), "" + problems);
    assertTrue(problems.getFirst().startsWith(name + " "), "" + problems);
    DbCorruptionException e =
        assertThrows(DbCorruptionException.class, () -> Stores.restore(disk, ONE, BACK));
    assertTrue(String.valueOf(e.getMessage()).contains(name), e.getMessage());
    assertFalse(disk.isDirectory(BACK));
  }
}
