package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the machine's file system, and what only a real one can show. */
final class FileDiskDirectoriesTest extends DirectoriesContract {

  private static final int BIG = 5_000_000;

  @TempDir private Path parent;

  @Override
  protected Disk disk() {
    return FileDisk.INSTANCE;
  }

  @Override
  protected Path parent() {
    return parent;
  }

  @Override
  protected void move(Path directory, Path there) throws IOException {
    Files.move(directory, there);
  }

  private Directory open(String name) throws IOException {
    return FileDisk.INSTANCE.openDirectory(parent.resolve(name));
  }

  @Test
  void aLinkIsTheSameFileToTheSystem() throws IOException {
    try (Directory one = open("one");
        Directory two = open("two")) {
      one.create("a").close();
      assertTrue(one.link("a", two));
      assertTrue(Files.isSameFile(parent.resolve("one/a"), parent.resolve("two/a")));
    }
  }

  @Test
  void noLinkLeadsToAnotherFileSystem() throws IOException {
    Path mountPoint = Files.createDirectory(parent.resolve("small"));
    Optional<SmallDisk> mounted = SmallDisk.mount(mountPoint, 1);
    assumeTrue(mounted.isPresent(), "no small file system can be mounted here");
    try (SmallDisk small = mounted.get();
        Directory here = open("here");
        Directory there = FileDisk.INSTANCE.openDirectory(small.path().resolve("there"))) {
      here.create("a").close();
      assertFalse(here.link("a", there));
      assertEquals(List.of(), there.list());
    }
  }

  @Test
  void whatIsNoRegularFileIsNotLinked() throws IOException {
    try (Directory one = open("one");
        Directory two = open("two")) {
      Files.createSymbolicLink(parent.resolve("one/link"), parent.resolve("outside"));
      Files.createDirectory(parent.resolve("one/sub"));
      assertThrows(IOException.class, () -> one.link("link", two));
      assertThrows(IOException.class, () -> one.link("sub", two));
      assertEquals(List.of(), two.list());
    }
  }

  @Test
  void aLinkToADirectoryIsNoSubdirectory() throws IOException {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path link = Files.createSymbolicLink(parent.resolve("from/link"), outside);
    assertEquals(List.of(), FileDisk.INSTANCE.directories(parent.resolve("from")));
    assertThrows(NotDirectoryException.class, () -> FileDisk.INSTANCE.deleteDirectory(link));
    assertTrue(Files.isDirectory(outside));
  }

  /** Readers beside a writer stand on this. */
  @Test
  void anOpenFileIsReadToItsEndAfterItWasDeletedOrReplaced() throws IOException {
    byte[] content = new byte[BIG];
    new Random(1).nextBytes(content);
    try (Directory directory = open("one")) {
      for (String name : List.of("deleted", "replaced", "other")) {
        try (WritableFile file = directory.create(name)) {
          file.append(name.equals("other") ? new byte[BIG] : content, 0, BIG);
          file.force();
        }
      }
      try (ReadableFile deleted = directory.open("deleted");
          ReadableFile replaced = directory.open("replaced")) {
        directory.delete("deleted");
        directory.rename("other", "replaced");
        directory.force();
        for (ReadableFile file : List.of(deleted, replaced)) {
          assertEquals(BIG, file.size());
          byte[] found = new byte[BIG];
          file.read(0, found, 0, BIG);
          assertArrayEquals(content, found, file.name());
        }
      }
    }
  }

  /** A second process reads, without the right to write, what the first one stores meanwhile. */
  @Tag("process")
  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void aMappedFileOfAnotherProcessIsRead() throws Exception {
    Path path = parent.resolve("one");
    List<String> command =
        new ArrayList<>(ChildJvm.command(FileDiskDirectoriesTest.class, List.of(), path));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var answers = child.inputReader();
        var orders = child.outputWriter()) {
      assertEquals("mapped", answers.readLine());
      assertTrue(path.resolve("log").toFile().setReadOnly());
      try (Directory directory = FileDisk.INSTANCE.openExisting(path);
          ReadableFile file = directory.open("log")) {
        byte[] found = new byte[100];
        file.read(0, found, 0, 100);
        assertArrayEquals(filled(1), found);
        orders.write("go\n");
        orders.flush();
        assertEquals("written", answers.readLine());
        file.read(0, found, 0, 100);
        assertArrayEquals(filled(2), found, "what was stored after the file was opened is seen");
      }
      orders.write("end\n");
    } finally {
      child.destroy();
    }
  }

  private static byte[] filled(int value) {
    byte[] bytes = new byte[100];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** The writer: maps a file, and writes to it again when told to. */
  public static void main(String[] arguments) throws IOException {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(Path.of(arguments[0]));
        MappedFile file = directory.allocate("log", 100)) {
      file.write(0, filled(1), 0, 100);
      System.out.println("mapped");
      if (System.in.read() >= 0) {
        file.write(0, filled(2), 0, 100);
        System.out.println("written");
      }
      while (System.in.read() >= 0) {
        // until the parent closes
      }
    }
  }

  /** Of a channel's call Java says the reason and not the file. */
  @Test
  void whatAFileSystemCannotForceIsNamed() {
    Path processes = Path.of("/proc");
    assumeTrue(Files.exists(processes.resolve("self")), "no such file system here");
    IOException e = assertThrows(IOException.class, () -> FileActions.forceDirectory(processes));
    assertTrue(String.valueOf(e.getMessage()).startsWith("/proc: "), e.getMessage());
  }
}
