package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing a file under its readers, many times. */
@Tag("hunt")
final class CloseRaceTest {

  private static final int SIZE = 100_000;
  private static final int RACES = Trials.count(100);

  @TempDir private Path parent;

  @Test
  void aReadThatRacesWithCloseReadsAllOrIsRefused() throws Exception {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(parent.resolve("db"))) {
      byte[] content = new byte[SIZE];
      Arrays.fill(content, (byte) 7);
      try (WritableFile file = directory.create("a")) {
        file.append(content, 0, SIZE);
      }
      for (int round = 0; round < RACES; round++) {
        race(directory.open("a"));
      }
    }
  }

  private static void race(ReadableFile file) throws Exception {
    CountDownLatch reading = new CountDownLatch(2);
    FutureTask<Integer> first = new FutureTask<>(() -> readUntilClosed(file, reading));
    FutureTask<Integer> second = new FutureTask<>(() -> readUntilClosed(file, reading));
    Thread.ofPlatform().start(first);
    Thread.ofPlatform().start(second);
    reading.await();
    file.close();
    assertTrue(first.get() > 0);
    assertTrue(second.get() > 0);
  }

  private static int readUntilClosed(ReadableFile file, CountDownLatch reading) throws IOException {
    byte[] into = new byte[SIZE];
    for (int reads = 1; ; reads++) {
      Arrays.fill(into, (byte) 0);
      try {
        file.read(0, into, 0, SIZE);
      } catch (IllegalStateException e) {
        reading.countDown();
        return reads;
      }
      for (byte b : into) {
        assertEquals(7, b);
      }
      reading.countDown();
    }
  }
}
