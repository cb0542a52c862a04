package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the real disk has to deal with and a simulated one has not. */
final class FileDiskTest {

  @TempDir private Path parent;
  private Path path;

  @BeforeEach
  void setUp() {
    path = parent.resolve("db");
  }

  private Directory open() throws IOException {
    return FileDisk.INSTANCE.openDirectory(path);
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
  }

  private void assumePosix() {
    assumeTrue(parent.getFileSystem().supportedFileAttributeViews().contains("posix"));
  }

  @Test
  void anExistingDirectoryIsOpenedAndAMissingOneIsNotMade() throws IOException {
    assertThrows(IOException.class, () -> FileDisk.INSTANCE.openExisting(path));
    assertFalse(Files.exists(path));
    open().close();
    FileDisk.INSTANCE.openExisting(path).close();
  }

  @Test
  void whatIsCreatedIsTheOwnersAlone() throws IOException {
    assumePosix();
    Path deep = parent.resolve("x").resolve("y").resolve("z");
    try (Directory directory = FileDisk.INSTANCE.openDirectory(deep)) {
      directory.create("table").close();
      directory.allocate("log", 1_000).close();
      directory.lock("LOCK").close();
    }
    for (Path made : List.of(parent.resolve("x"), parent.resolve("x/y"), deep)) {
      assertEquals("rwx------", mode(made), made.toString());
    }
    for (String name : List.of("table", "log", "LOCK")) {
      assertEquals("rw-------", mode(deep.resolve(name)), name);
    }
  }

  @Test
  void aDirectoryThatExistsIsTakenAsItIs() throws IOException {
    assumePosix();
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    open().close();
    assertEquals("rwxr-x---", mode(path));
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
    Files.writeString(path, "x");
    IOException e = assertThrows(IOException.class, this::open);
    assertTrue(String.valueOf(e.getMessage()).contains("is not a directory"), e::getMessage);
    assertThrows(IOException.class, () -> FileDisk.INSTANCE.openDirectory(path.resolve("below")));
  }

  @Test
  void aLinkToNowhereInPlaceOfTheDirectoryIsRefused() throws IOException {
    assumePosix();
    Files.createSymbolicLink(path, parent.resolve("nowhere"));
    assertThrows(IOException.class, this::open);
    assertFalse(Files.exists(parent.resolve("nowhere")));
  }

  @Test
  void aLinkedDirectoryIsTheDirectoryItself() throws IOException {
    assumePosix();
    Path target = Files.createDirectory(parent.resolve("target"));
    Files.createSymbolicLink(path, target);
    try (Directory directory = open();
        Directory direct = FileDisk.INSTANCE.openDirectory(target)) {
      DirectoryLock lock = direct.lock("LOCK");
      assertEquals(target.toRealPath(), directory.path());
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
      lock.close();
      directory.lock("LOCK").close();
    }
  }

  @Test
  void aLinkIsNeverFollowed() throws IOException {
    assumePosix();
    Path outside = Files.writeString(parent.resolve("outside"), "secret");
    try (Directory directory = open()) {
      Files.createSymbolicLink(path.resolve("link"), outside);
      Files.createSymbolicLink(path.resolve("dangling"), parent.resolve("absent"));
      for (String name : List.of("link", "dangling")) {
        assertRefused(directory, name);
      }
      assertEquals(List.of(), directory.list());
    }
    assertEquals("secret", Files.readString(outside));
    assertFalse(Files.exists(parent.resolve("absent")));
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aPipeIsNeverOpened() throws Exception {
    assumePosix();
    try (Directory directory = open()) {
      Process mkfifo = new ProcessBuilder("mkfifo", path.resolve("pipe").toString()).start();
      assumeTrue(mkfifo.waitFor() == 0, "no mkfifo here");
      assertRefused(directory, "pipe");
      assertEquals(List.of(), directory.list());
    }
  }

  @Test
  void aSubdirectoryIsNoFile() throws IOException {
    try (Directory directory = open()) {
      Files.createDirectory(path.resolve("sub"));
      assertRefused(directory, "sub");
      directory.create("a").close();
      assertThrows(IOException.class, () -> directory.rename("a", "sub"));
      assertEquals(List.of("a"), directory.list());
    }
  }

  private static void assertRefused(Directory directory, String name) throws IOException {
    assertThrows(IOException.class, () -> directory.open(name), name);
    assertThrows(IOException.class, () -> directory.openOnce(name), name);
    assertThrows(IOException.class, () -> directory.append(name), name);
    assertThrows(IOException.class, () -> directory.map(name), name);
    assertThrows(IOException.class, () -> directory.create(name), name);
    assertThrows(IOException.class, () -> directory.allocate(name, 10), name);
    assertThrows(IOException.class, () -> directory.size(name), name);
    assertThrows(IOException.class, () -> directory.lock(name), name);
    assertThrows(IOException.class, () -> directory.rename(name, "other"), name);
    assertThrows(IOException.class, () -> directory.delete(name), name);
    assertFalse(directory.exists(name), name);
  }

  @Test
  void aFileOfMoreThanTwoGigabytesIsRead() throws IOException {
    long size = (3L << 30) + 5;
    try (Directory directory = open()) {
      try (RandomAccessFile sparse = new RandomAccessFile(path.resolve("big").toFile(), "rw")) {
        sparse.setLength(size);
        sparse.seek(size - 3);
        sparse.write(new byte[] {1, 2, 3});
      }
      assertEquals(size, directory.size("big"));
      try (ReadableFile file = directory.open("big")) {
        assertEquals(size, file.size());
        byte[] tail = new byte[4];
        file.read(size - 4, tail, 0, 4);
        assertEquals(List.of((byte) 0, (byte) 1, (byte) 2, (byte) 3), boxed(tail));
      }
    }
  }

  private static List<Byte> boxed(byte[] bytes) {
    return List.of(bytes[0], bytes[1], bytes[2], bytes[3]);
  }

  @Test
  void memoryKeptBeyondTheCloseOfItsFileIsRefused() throws IOException {
    try (Directory directory = open()) {
      MappedFile file = directory.allocate("log", 100);
      MemorySegment memory = file.memory();
      file.close();
      assertThrows(IllegalStateException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 0));
    }
  }

  @Test
  void aFileIsStillReadAfterItsDirectoryMoved() throws IOException {
    try (Directory directory = open();
        WritableFile file = directory.create("a")) {
      file.append(new byte[] {9}, 0, 1);
      try (ReadableFile reader = directory.open("a")) {
        Files.move(path, parent.resolve("moved"));
        byte[] content = new byte[1];
        reader.read(0, content, 0, 1);
        assertEquals(9, content[0]);
        assertThrows(IOException.class, directory::force);
      }
    }
  }
}
