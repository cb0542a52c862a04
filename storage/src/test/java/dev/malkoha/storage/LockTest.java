package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes and one directory. */
@Tag("process")
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

  /** A server may have a copy of this library for each application, as may a tool for plug-ins. */
  @Test
  void aRefusalByAnotherCopyOfTheLibraryInTheProcessLetsNobodyIn() throws Exception {
    URL classes = FileDisk.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader copy =
            new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
        Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      for (String way : List.of("lock", "lockExisting")) {
        Throwable refusal = lockedByCopy(copy, way);
        assertEquals(DirectoryLockedException.class.getName(), refusal.getClass().getName());
        assertEquals(
            "another process has it open; stop that process first", askedByAnotherProcess());
        assertTrue(refusal.toString().contains("this process has it open already"), "" + refusal);
      }
      lock.close();
    }
    assertEquals("locked", askedByAnotherProcess());
  }

  /** What another copy of the library answers when it is to lock the directory. */
  private Throwable lockedByCopy(ClassLoader copy, String way) throws ReflectiveOperationException {
    Class<?> disk = copy.loadClass(FileDisk.class.getName());
    Object opened =
        disk.getMethod("openDirectory", Path.class)
            .invoke(disk.getField("INSTANCE").get(null), path());
    Method lock = copy.loadClass(Directory.class.getName()).getMethod(way, String.class);
    return Objects.requireNonNull(
        assertThrows(InvocationTargetException.class, () -> lock.invoke(opened, "LOCK"))
            .getCause());
  }

  /** On POSIX any reading of the file ends the system's lock, as by a loop that copies files. */
  @Test
  void readingTheLockFileLetsNobodyIn() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      Files.readAllBytes(path().resolve("LOCK"));
      String answer = askedByAnotherProcess();
      if (!answer.equals("another process has it open; stop that process first")) {
        String holder = "process " + ProcessHandle.current().pid() + " has it open, as LOCK says;";
        assertTrue(answer.startsWith(holder), answer);
      }
      lock.close();
      assertEquals(0, Files.size(path().resolve("LOCK")), "who has closed is named no more");
      DirectoryLock again = directory.lock("LOCK");
      Files.copy(path().resolve("LOCK"), parent.resolve("copy"));
      assertTrue(askedByAnotherProcess().contains("has it open"));
      again.close();
      assertEquals("locked", askedByAnotherProcess());
    }
  }

  @Test
  void theLockFileOfACopiedDirectoryNamesNobody() throws Exception {
    Path copied = Files.createDirectory(parent.resolve("copy"));
    Path copy = copied.resolve("LOCK");
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path());
        DirectoryLock lock = directory.lock("LOCK")) {
      Files.copy(path().resolve("LOCK"), copy);
      assertTrue(Files.size(copy) > 0, "" + lock);
      String answer =
          ChildJvm.run(parent, ChildJvm.command(LockTest.class, List.of(), copied)).output();
      assertEquals("locked", answer.trim());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "process", "process 1 started 99999999999999999999 file x\n", "LONG"})
  void aLockFileThatNamesNobodyIsTaken(String content) throws Exception {
    Files.createDirectory(path());
    Files.writeString(
        path().resolve("LOCK"), content.equals("LONG") ? "9".repeat(5_000_000) : content);
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      directory.lockExisting("LOCK").close();
      directory.lock("LOCK").close();
    }
    assertEquals("locked", askedByAnotherProcess());
  }

  /** The process that is named lives, but another one had its number when it was named. */
  @Test
  void aProcessThatBeganAtAnotherTimeIsAnotherOne() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path())) {
      DirectoryLock lock = directory.lock("LOCK");
      String line = Files.readString(path().resolve("LOCK"));
      String other = line.replaceFirst("started (\\d{7})", "started 1234567");
      assertNotEquals(line, other);
      Files.writeString(path().resolve("LOCK"), other);
      assertEquals("locked", askedByAnotherProcess());
      lock.close();
    }
  }

  /**
   * A killed process stays in the system's list until its parent asks how it ended, which this one
   * never does.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatWasKilledKeepsNobodyOut() throws Exception {
    List<String> locking = ChildJvm.command(LockTest.class, List.of(), path(), "hold");
    List<String> quoted = locking.stream().map(word -> "'" + word + "'").toList();
    String script = String.join(" ", quoted) + " & echo $!; exec sleep 100 >&-";
    Process parentOfHolder = new ProcessBuilder("sh", "-c", script).start();
    try (var answers = parentOfHolder.inputReader()) {
      long holder = Long.parseLong(answers.readLine());
      assertEquals("held", answers.readLine());
      ProcessHandle.of(holder).orElseThrow().destroyForcibly();
      while (ProcessHandle.of(holder).flatMap(h -> h.info().command()).isPresent()) {
        Thread.onSpinWait();
      }
      assertEquals("locked", askedByAnotherProcess());
      assertTrue(ProcessHandle.of(holder).isPresent(), "it is still in the list");
    } finally {
      parentOfHolder.destroyForcibly();
    }
  }

  /** Tries to lock the directory, prints what came of it, and with a second argument holds it. */
  public static void main(String[] arguments) throws IOException {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(Path.of(arguments[0]))) {
      DirectoryLock lock = directory.lock("LOCK");
      if (arguments.length > 1) {
        System.out.println("held");
        while (true) {
          LockSupport.park();
        }
      }
      lock.close();
      System.out.println("locked");
    } catch (DirectoryLockedException e) {
      String message = String.valueOf(e.getMessage());
      System.out.println(message.substring(message.indexOf("in use: ") + "in use: ".length()));
    }
  }
}
