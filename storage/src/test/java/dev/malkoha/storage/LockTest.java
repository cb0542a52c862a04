package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and one directory. */
final class LockTest {

  @TempDir private Path parent;

  private Path path() {
    return parent.resolve("db");
  }

  private String askedByAnotherProcess() throws Exception {
    return ChildJvm.run(parent, ChildJvm.command(LockTest.class, List.of(), path()))
        .output()
        .trim();
  }

  @Test
  void aDirectoryBelongsToOneProcess() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
      assertEquals(
          "another process has it open; stop that process first",
          askedByAnotherProcess(),
          "a refused second lock in this process must not have dropped the first");
      lock.close();
      assertEquals("locked", askedByAnotherProcess());
      directory.lock("LOCK").close();
    }
  }

  @Test
  void aReplacedLockFileDoesNotLetASecondOneOfThisProcessIn() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      Files.delete(path().resolve("LOCK"));
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
      lock.close();
      directory.lock("LOCK").close();
    }
  }

  @Test
  void aLockFileUnderTwoNamesIsOneLock() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      Files.createLink(path().resolve("LOCK2"), path().resolve("LOCK"));
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK2"));
      assertEquals("another process has it open; stop that process first", askedByAnotherProcess());
      lock.close();
    }
  }

  /** Superusers may write to any file: for them there is nothing to see here. */
  @Test
  void aLockFileThatMayNotBeWrittenToStillKeepsWritersOut() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      directory.lock("LOCK").close();
      assumeTrue(path().resolve("LOCK").toFile().setReadOnly());
      assumeFalse(Files.isWritable(path().resolve("LOCK")));
      assertThrows(AccessDeniedException.class, () -> directory.lock("LOCK"));
      DirectoryLock lock = directory.lockExisting("LOCK");
      assertThrows(DirectoryLockedException.class, () -> directory.lockExisting("LOCK"));
      assertTrue(path().resolve("LOCK").toFile().setWritable(true));
      assertEquals("another process has it open; stop that process first", askedByAnotherProcess());
      lock.close();
      assertEquals("locked", askedByAnotherProcess());
    }
  }

  /** Tries to lock the directory and prints what came of it. */
  public static void main(String[] arguments) throws IOException {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(Path.of(arguments[0]))) {
      directory.lock("LOCK").close();
      System.out.println("locked");
    } catch (DirectoryLockedException e) {
      String message = String.valueOf(e.getMessage());
      System.out.println(message.substring(message.indexOf("in use: ") + "in use: ".length()));
    }
  }
}
