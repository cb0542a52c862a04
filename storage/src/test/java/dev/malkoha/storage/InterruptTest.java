package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An interrupt closes nothing, loses nothing, and is still there afterwards.
 *
 * <p>{@code -Dmalkoha.count=N} lets each storm go on until it has interrupted N times.
 */
final class InterruptTest {

  private static final int ROUNDS = 300;
  private static final int INTERRUPTS = Trials.count(1);

  @TempDir private Path parent;
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = FileDisk.INSTANCE.openDirectory(parent.resolve("db"));
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  @Test
  void everyCallWorksForAThreadThatIsInterruptedAlready() throws IOException {
    Thread.currentThread().interrupt();
    directory.lock("LOCK").close();
    try (WritableFile writer = directory.create("a")) {
      writer.append(new byte[] {1, 2}, 0, 2);
      writer.force();
      try (ReadableFile reader = directory.open("a")) {
        byte[] found = new byte[2];
        reader.read(0, found, 0, 2);
        assertArrayEquals(new byte[] {1, 2}, found);
      }
      try (MappedFile mapped = directory.allocate("b", 5_000)) {
        mapped.write(0, new byte[] {3}, 0, 1);
        mapped.force(0, 5_000);
      }
      directory.map("b").close();
      directory.rename("a", "c");
      directory.force();
      directory.delete("b");
      assertEquals(List.of("c"), directory.list().stream().filter(n -> n.length() == 1).toList());
    }
    assertTrue(Thread.interrupted(), "the interrupt is kept for the caller");
  }

  @Tag("hunt")
  @Test
  void aStormOfInterruptsDisturbsNoWriterAndNoReader() throws Exception {
    storm(Thread.ofPlatform().factory());
  }

  @Tag("hunt")
  @Test
  void aStormOfInterruptsDisturbsNoVirtualThread() throws Exception {
    storm(Thread.ofVirtual().factory());
  }

  private void storm(ThreadFactory threads) throws Exception {
    for (long interrupts = 0; interrupts < INTERRUPTS; interrupts += oneStorm(threads)) {
      for (String name : directory.list()) {
        directory.delete(name);
      }
    }
  }

  /**
   * Interrupts workers as soon as they have taken the last interrupt, until they have done their
   * rounds without an exception; says how often that was.
   */
  private long oneStorm(ThreadFactory threads) throws Exception {
    FutureTask<Integer> writing = new FutureTask<>(this::write);
    FutureTask<Integer> mapping = new FutureTask<>(this::map);
    FutureTask<Integer> listing = new FutureTask<>(this::openAndForce);
    List<FutureTask<Integer>> tasks = List.of(writing, mapping, listing);
    List<Thread> workers = tasks.stream().map(threads::newThread).toList();
    workers.forEach(Thread::start);
    long interrupts = 0;
    while (!tasks.stream().allMatch(FutureTask::isDone)) {
      for (Thread worker : workers) {
        if (!worker.isInterrupted()) {
          worker.interrupt();
          interrupts++;
        }
      }
      Thread.onSpinWait();
    }
    for (FutureTask<Integer> task : tasks) {
      assertEquals(ROUNDS, result(task));
    }
    return interrupts;
  }

  private static int result(FutureTask<Integer> task) throws Exception {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new AssertionError("an interrupt did harm", e.getCause());
    }
  }

  private int write() throws IOException {
    byte[] block = new byte[3_000];
    int rounds = 0;
    try (WritableFile file = directory.create("written")) {
      for (; rounds < ROUNDS; rounds++) {
        Thread.interrupted(); // the next one comes somewhere in this round
        Arrays.fill(block, (byte) rounds);
        file.append(block, 0, block.length);
        if (rounds % 10 == 0) {
          file.force();
        }
      }
    }
    try (ReadableFile file = directory.open("written")) {
      for (int i = 0; i < ROUNDS; i++) {
        byte[] found = new byte[block.length];
        file.read((long) i * block.length, found, 0, found.length);
        Arrays.fill(block, (byte) i);
        assertArrayEquals(block, found);
      }
    }
    return rounds;
  }

  private int map() throws IOException {
    int rounds = 0;
    try (MappedFile file = directory.allocate("mapped", ROUNDS * 100L)) {
      for (; rounds < ROUNDS; rounds++) {
        Thread.interrupted();
        file.write(rounds * 100L, new byte[] {(byte) rounds}, 0, 1);
        if (rounds % 10 == 0) {
          file.force(0, ROUNDS * 100L);
        }
      }
    }
    return rounds;
  }

  private int openAndForce() throws IOException {
    directory.create("many").close();
    int rounds = 0;
    for (; rounds < ROUNDS; rounds++) {
      Thread.interrupted();
      try (ReadableFile file = directory.open("many")) {
        assertEquals(0, file.size());
      }
      if (rounds % 10 == 0) {
        directory.force();
        directory.allocate("many" + rounds, 10_000).close();
      }
    }
    return rounds;
  }
}
