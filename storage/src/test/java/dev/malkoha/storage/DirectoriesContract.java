package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.sim.DelegatingDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What every {@link Disk} does with more than one directory: files of two names, lists, removal.
 */
public abstract class DirectoriesContract {

  /** Passes calls on, as the wrappers of tests do. */
  private static final class Wrapper extends DelegatingDirectory {
    Wrapper(Directory directory) {
      super(directory);
    }
  }

  private Disk disk;
  private Path parent;
  private Directory from;
  private Directory to;

  /** For the tests of one kind of disk. */
  protected DirectoriesContract() {}

  /** The disk under test. */
  protected abstract Disk disk();

  /** A directory on it in which nothing is. */
  protected abstract Path parent();

  /** Gives a directory another path, as a user does. */
  protected abstract void move(Path directory, Path there) throws IOException;

  @BeforeEach
  final void open() throws IOException {
    disk = disk();
    parent = parent();
    from = disk.openDirectory(parent.resolve("from"));
    to = disk.openDirectory(parent.resolve("copies").resolve("to"));
  }

  private static void write(Directory directory, String name, int... content) throws IOException {
    try (WritableFile file = directory.create(name)) {
      for (int b : content) {
        file.append(new byte[] {(byte) b}, 0, 1);
      }
      file.force();
    }
  }

  private static byte[] read(Directory directory, String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      byte[] content = new byte[(int) file.size()];
      file.read(0, content, 0, content.length);
      return content;
    }
  }

  @Test
  void aLinkedFileHasTwoNames() throws IOException {
    write(from, "a", 1, 2, 3);
    assertTrue(from.link("a", to));
    to.force();
    assertArrayEquals(new byte[] {1, 2, 3}, read(to, "a"));
    from.delete("a");
    assertArrayEquals(new byte[] {1, 2, 3}, read(to, "a"), "the other name stays");
    write(from, "a", 4);
    assertArrayEquals(new byte[] {1, 2, 3}, read(to, "a"), "a new file of the old name");
    assertThrows(FileAlreadyExistsException.class, () -> from.link("a", to));
    to.delete("a");
    assertArrayEquals(new byte[] {4}, read(from, "a"));
  }

  @Test
  void aLinkedFileIsOneFile() throws IOException {
    try (MappedFile file = from.allocate("log", 100)) {
      assertTrue(from.link("log", to));
      file.write(7, new byte[] {9}, 0, 1);
      assertEquals(9, read(to, "log")[7]);
      to.rename("log", "other");
      file.write(8, new byte[] {8}, 0, 1);
      assertEquals(8, read(to, "other")[8]);
    }
  }

  @Test
  void directoriesMayBeWrapped() throws IOException {
    write(from, "a", 1);
    write(from, "b", 2);
    assertTrue(new Wrapper(from).link("a", new Wrapper(to)));
    assertTrue(from.link("b", new Wrapper(new Wrapper(to))));
    assertEquals(Set.of("a", "b"), Set.copyOf(to.list()));
  }

  @Test
  void whatCannotBeLinkedIsSaid() throws IOException {
    write(from, "a", 1);
    write(to, "a", 2);
    assertThrows(FileAlreadyExistsException.class, () -> from.link("a", to));
    assertThrows(FileAlreadyExistsException.class, () -> from.link("a", from));
    assertArrayEquals(new byte[] {2}, read(to, "a"));
    assertThrows(NoSuchFileException.class, () -> from.link("b", to));
    assertThrows(IllegalArgumentException.class, () -> from.link("../from/a", to));
    assertEquals(List.of("a"), to.list());
    to.close();
    assertThrows(IllegalStateException.class, () -> from.link("a", to));
    from.close();
    assertThrows(IllegalStateException.class, () -> from.link("a", from));
  }

  @Test
  void subdirectoriesAreListedAndNothingElse() throws IOException {
    assertEquals(Set.of("from", "copies"), Set.copyOf(disk.directories(parent)));
    assertEquals(List.of("to"), disk.directories(parent.resolve("copies")));
    write(to, "file", 1);
    assertEquals(List.of(), disk.directories(parent.resolve("copies/to")));
    to.setAside("file");
    assertEquals(List.of(Directory.SET_ASIDE), disk.directories(parent.resolve("copies/to")));
    assertEquals(List.of(), disk.directories(parent.resolve("nowhere")));
    assertTrue(disk.isDirectory(parent.resolve("copies")), "made on the way");
  }

  @Test
  void anEmptyDirectoryIsRemoved() throws IOException {
    Path path = parent.resolve("copies/to");
    write(to, "file", 1);
    assertThrows(DirectoryNotEmptyException.class, () -> disk.deleteDirectory(path));
    assertArrayEquals(new byte[] {1}, read(to, "file"));
    assertThrows(
        DirectoryNotEmptyException.class, () -> disk.deleteDirectory(parent.resolve("copies")));
    to.delete("file");
    to.close();
    disk.deleteDirectory(path);
    assertFalse(disk.isDirectory(path));
    assertEquals(List.of(), disk.directories(parent.resolve("copies")));
    assertThrows(NoSuchFileException.class, () -> disk.deleteDirectory(path));
    disk.deleteDirectory(parent.resolve("copies"));
    assertEquals(List.of("from"), disk.directories(parent));
    disk.openDirectory(path).close();
    assertTrue(disk.isDirectory(path), "and may be made anew");
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    write(from, "file", 1);
    Path file = parent.resolve("from").resolve("file");
    assertEquals(List.of(), disk.directories(file));
    assertThrows(NotDirectoryException.class, () -> disk.deleteDirectory(file));
    assertTrue(from.exists("file"));
  }

  /** The files of the other directory are somebody else's, whatever its name. */
  @Test
  void aLockedDirectoryThatWasReplacedIsNotUsed() throws IOException {
    write(from, "a", 1);
    write(to, "a", 2);
    WritableFile open = from.create("open");
    DirectoryLock lock = from.lock("LOCK");
    from.requireInPlace();
    move(from.path(), parent.resolve("away"));
    assertThrows(DirectoryMovedException.class, from::requireInPlace);
    move(to.path(), from.path());
    List<Executable> calls =
        List.of(
            from::requireInPlace,
            () -> from.create("b"),
            () -> from.open("a"),
            () -> from.allocate("b", 10),
            () -> from.map("a"),
            from::list,
            () -> from.exists("a"),
            () -> from.size("a"),
            () -> from.rename("a", "b"),
            () -> from.delete("a"),
            () -> from.setAside("a"),
            from::force);
    for (Executable call : calls) {
      assertThrows(DirectoryMovedException.class, call);
    }
    open.append(new byte[1], 0, 1);
    lock.close();
    assertArrayEquals(new byte[] {2}, read(from, "a"), "without the lock, what is there");
    try (Directory away = disk.openExisting(parent.resolve("away"))) {
      assertEquals(1, away.size("open"), "an open file stays that file");
      assertArrayEquals(new byte[] {1}, read(away, "a"));
      away.lock("LOCK").close();
    }
    assertEquals(List.of("a"), from.list());
  }

  /** The lock of a file without a name keeps nobody out. */
  @Test
  void aLockedDirectoryWhoseLockFileWasReplacedIsNotUsed() throws IOException {
    DirectoryLock lock = from.lock("LOCK");
    try (Directory second = disk.openDirectory(from.path())) {
      second.delete("LOCK");
      assertThrows(DirectoryMovedException.class, () -> from.create("a"));
      assertThrows(DirectoryLockedException.class, () -> second.lock("LOCK"), "as by its path");
      lock.close();
      second.lock("LOCK").close();
    }
    from.create("a").close();
  }

  @Test
  void theHolderRemovesTheLockFileLast() throws IOException {
    DirectoryLock lock = from.lock("LOCK");
    from.delete("LOCK");
    lock.close();
    assertEquals(List.of(), from.list());
    from.lock("LOCK").close();
    assertEquals(List.of("LOCK"), from.list());
  }
}
