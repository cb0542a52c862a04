package dev.malkoha.engine.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that are closed for others and opened again when they are read. */
@Timeout(60)
class OpenFileCapTest {

  private static final int MOST = 4;

  private final OpenFileCap cap = new OpenFileCap(MOST);
  private final AtomicInteger openNow = new AtomicInteger();
  private final AtomicInteger openings = new AtomicInteger();

  /** An opening of a file whose every byte is its number. */
  private final class Opening implements ReadableFile {
    private final int number;
    private final long size;
    private volatile boolean closed;

    Opening(int number, long size) {
      this.number = number;
      this.size = size;
      openNow.incrementAndGet();
      openings.incrementAndGet();
    }

    @Override
    public String name() {
      return "file " + number;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) {
      for (int i = 0; i < length; i++) {
        if (closed) {
          throw new IllegalStateException("closed");
        }
        into[offset + i] = (byte) number;
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() {
      assertFalse(closed, "closed twice");
      closed = true;
      openNow.decrementAndGet();
    }
  }

  private List<ReadableFile> files(int count) throws IOException {
    List<ReadableFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      files.add(cap.open(() -> new Opening(number, 100)));
      assertTrue(openNow.get() <= MOST);
    }
    return files;
  }

  private static void check(ReadableFile file, int number) throws IOException {
    byte[] read = new byte[20];
    file.read(0, read, 0, read.length);
    for (byte b : read) {
      assertEquals((byte) number, b);
    }
  }

  @Test
  void theOneNotReadForLongestIsClosed() throws IOException {
    List<ReadableFile> files = files(MOST);
    check(files.get(0), 0);
    files.add(cap.open(() -> new Opening(MOST, 100))); // takes all marks, then file 0's place
    check(files.get(2), 2);
    check(files.get(3), 3);
    int before = openings.get();
    files.add(cap.open(() -> new Opening(MOST + 1, 100)));
    check(files.get(2), 2);
    check(files.get(3), 3);
    check(files.get(4), 4);
    assertEquals(before + 1, openings.get(), "one in use was closed");
    check(files.get(0), 0);
    assertEquals(before + 2, openings.get());
    assertEquals(MOST, cap.count());
    assertEquals(MOST, openNow.get());
  }

  @Test
  void aFileClosedForGoodIsNotOpenedAgain() throws IOException {
    List<ReadableFile> files = files(2 * MOST);
    for (ReadableFile file : files) {
      file.close();
      assertThrows(IllegalStateException.class, () -> check(file, 0));
      file.close();
    }
    assertEquals(0, openNow.get());
    assertEquals(0, cap.count());
  }

  @Test
  void whatHasAnotherSizeByNowIsRefused() throws IOException {
    AtomicInteger size = new AtomicInteger(100);
    ReadableFile file = cap.open(() -> new Opening(0, size.getAndDecrement()));
    files(MOST + 1);
    assertThrows(IOException.class, () -> check(file, 0));
    assertTrue(openNow.get() <= MOST);
  }

  @Test
  void anOpeningThatFailsTakesNoPlace() throws IOException {
    assertThrows(IOException.class, () -> cap.open(OpenFileCapTest::refuse));
    assertEquals(0, cap.count());
    AtomicInteger tries = new AtomicInteger();
    ReadableFile file =
        cap.open(() -> tries.getAndIncrement() == 1 ? refuse() : new Opening(7, 100));
    files(2 * MOST);
    assertThrows(IOException.class, () -> check(file, 7));
    assertFalse(cap.count() > MOST);
    check(file, 7);
  }

  private static ReadableFile refuse() throws IOException {
    throw new IOException("no");
  }

  /** A test of threads: in whatever order they read. */
  @Test
  void manyThreadsReadWhatTheyShouldAndNoMoreFilesAreOpen() throws Exception {
    List<ReadableFile> files = files(3 * MOST);
    int readers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(readers);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      SplittableRandom random = new SplittableRandom(i);
      running.add(
          threads.submit(
              () -> {
                for (int n = 0; n < 20_000; n++) {
                  int number = random.nextInt(files.size());
                  check(files.get(number), number);
                }
                return null;
              }));
    }
    for (Future<?> reader : running) {
      reader.get();
    }
    threads.shutdown();
    assertTrue(openNow.get() <= MOST, openNow.get() + " are open");
    for (ReadableFile file : files) {
      file.close();
    }
    assertEquals(0, openNow.get());
  }
}
