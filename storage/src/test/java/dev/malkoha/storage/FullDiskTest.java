package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that may not make files longer than a limit meets an error in the same calls as one
 * whose disk is full.
 */
final class FullDiskTest {

  private static final long LIMIT_BYTES = 256 * 1024;

  @TempDir private Path parent;

  @Tag("process")
  @Test
  void aFullDiskIsAnOrdinaryErrorAndLeavesNoHalfMadeFile() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell here");
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 512 && exec \"$@\"", "sh"));
    command.addAll(ChildJvm.command(FullDiskTest.class, List.of(), parent.resolve("db")));
    ChildJvm child = ChildJvm.run(parent, command);
    assertEquals("allocate failed, [] left; append failed; small file fine\n", child.output());
    assertEquals(0, child.exitCode());
  }

  /**
   * What is left over when a file cannot grow is the caller's; a file that cannot be made is none.
   */
  @Test
  void aDiskWithoutRoomIsToldFromOtherFailures() throws Exception {
    Optional<SmallDisk> mounted =
        SmallDisk.mount(Files.createDirectory(parent.resolve("small")), 1);
    assumeTrue(mounted.isPresent(), "no small file system can be mounted here");
    try (SmallDisk small = mounted.get();
        Directory directory = FileDisk.INSTANCE.openDirectory(small.path());
        WritableFile file = directory.create("table")) {
      small.fillBut(8 << 10);
      NoSpaceException e =
          assertThrows(NoSpaceException.class, () -> file.append(new byte[1 << 16], 0, 1 << 16));
      assertEquals(
          small.path().resolve("table")
              + ": there is no room for 65536 bytes more (No space left on device)",
          e.getMessage());
      assertThrows(NoSpaceException.class, () -> directory.allocate("log", 1 << 16));
      assertFalse(directory.exists("log"));
      assertThrows(FileAlreadyExistsException.class, () -> directory.create("table"));
    }
  }

  /** Asks for more than the limit in each way. */
  public static void main(String[] arguments) throws IOException {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(Path.of(arguments[0]))) {
      System.out.printf(
          "allocate %s, %s left; ",
          outcome(() -> directory.allocate("log", 4 * LIMIT_BYTES).close()), directory.list());
      try (WritableFile file = directory.create("table")) {
        byte[] bytes = new byte[(int) (4 * LIMIT_BYTES)];
        System.out.printf("append %s; ", outcome(() -> file.append(bytes, 0, bytes.length)));
      }
      System.out.printf(
          "small file %s%n", outcome(() -> directory.allocate("small", 4_096).close()));
    }
  }

  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private static String outcome(Action action) {
    try {
      action.run();
      return "fine";
    } catch (IOException e) {
      return "failed";
    }
  }
}
