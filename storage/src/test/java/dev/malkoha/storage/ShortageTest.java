package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that has no descriptors or threads left for a moment. */
final class ShortageTest {

  @TempDir private Path parent;

  @Tag("process")
  @Test
  void aProcessWithoutDescriptorsWaitsOrIsToldSo() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell here");
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 64 && exec \"$@\"", "sh"));
    command.addAll(
        ChildJvm.command(ShortageTest.class, List.of("-XX:-MaxFDLimit"), parent.resolve("db")));
    assertEquals("create, open, map told so; forced\n", ChildJvm.run(parent, command).output());
  }

  /** Has no descriptor left, and then some again while a directory is being forced. */
  public static void main(String[] arguments) throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(Path.of(arguments[0]))) {
      directory.create("a").close();
      directory.allocate("b", 10).close();
      directory.open("a").close();
      directory.map("b").close();
      directory.force();
      NoSpaceException.reason(new NoSpaceException(""), Path.of("a"), 0); // classes are files, too
      isPausing();
      AtomicInteger told = new AtomicInteger();
      FutureTask<Boolean> forcing =
          new FutureTask<>(
              () -> {
                directory.force();
                return true;
              });
      Thread waiting = new Thread(forcing);
      isTold(() -> {});
      Deque<Closeable> taken = new ArrayDeque<>();
      try {
        while (true) {
          taken.push(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        told.addAndGet(isTold(() -> directory.create("c")));
        told.addAndGet(isTold(() -> directory.open("a")));
        told.addAndGet(isTold(() -> directory.map("b")));
      }
      waiting.start();
      while (!forcing.isDone() && !isPausing()) {
        Thread.onSpinWait();
      }
      for (Closeable one : taken) {
        one.close();
      }
      forcing.get();
      System.out.println(
          told.get() == 3 ? "create, open, map told so; forced" : "told " + told + " times");
    }
  }

  private static boolean isPausing() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("malkoha-file")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }

  private interface Call {
    void run() throws IOException;
  }

  private static int isTold(Call call) throws IOException {
    try {
      call.run();
      return 0;
    } catch (NoSpaceException e) {
      return 1;
    }
  }

  /** The machine has threads again when it is asked once more. */
  @Test
  void aThreadIsWaitedFor() throws IOException {
    AtomicInteger tries = new AtomicInteger();
    OwnThread.Action<Boolean> starting =
        () -> {
          if (tries.incrementAndGet() < 3) {
            throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
          }
          return true;
        };
    Thread.currentThread().interrupt();
    assertTrue(Shortage.outlast(starting, Shortage::isOfThreads));
    assertTrue(Thread.interrupted(), "it is kept");
    assertEquals(3, tries.get());
  }

  /** A pool starts its threads by itself. */
  @Test
  void aPoolWaitsForAThread() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    ThreadFactory sometimes =
        work -> {
          if (tries.incrementAndGet() < 3) {
            throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
          }
          return new Thread(work);
        };
    FutureTask<Integer> work = new FutureTask<>(() -> 7);
    try (OwnThreads pool = new OwnThreads(sometimes, 1)) {
      pool.execute(work);
      assertEquals(7, work.get());
    }
    assertEquals(3, tries.get());
  }

  @Test
  void aFullHeapIsNotWaitedFor() {
    OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    OwnThread.Action<Boolean> starting =
        () -> {
          throw full;
        };
    assertThrows(OutOfMemoryError.class, () -> Shortage.outlast(starting, Shortage::isOfThreads));
  }
}
