package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ReadBatchTest {

  private static final int FAULTY = 13;

  private final ConcurrentLinkedQueue<Long> read = new ConcurrentLinkedQueue<>();
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();

  /** A file that notes what is read of it, and by whom. */
  private ReadableFile file(boolean isFar) {
    return new ReadableFile() {
      @Override
      public String name() {
        return "table";
      }

      @Override
      public long size() {
        return Long.MAX_VALUE;
      }

      @Override
      public void read(long position, byte[] into, int offset, int length) throws IOException {
        read.add(position);
        readers.add(Thread.currentThread());
        assertTrue(into.length >= length);
        if (position == FAULTY) {
          throw new IOException("the device fails");
        }
      }

      @Override
      public boolean isFar() {
        return isFar;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void everyPlaceIsReadOnceBeforeTheCallReturns() {
    ReadBatch batch = new ReadBatch();
    ReadableFile file = file(true);
    for (int round = 0; round < 200; round++) {
      int places = 4 + round % 60;
      for (long i = 0; i < places; i++) {
        batch.add(file, i, (int) (i * 100));
      }
      batch.run();
      assertEquals(LongStream.range(0, places).boxed().toList(), read.stream().sorted().toList());
      read.clear();
    }
    assertTrue(readers.size() <= 33, "threads: " + readers.size());
  }

  @Test
  void whatIsNearAndWhatIsLittleIsLeftToTheReadThatNeedsIt() {
    ReadBatch batch = new ReadBatch();
    for (long i = 0; i < 100; i++) {
      batch.add(file(false), i, 10);
    }
    batch.add(file(true), 100, 10);
    batch.run();
    assertEquals(Set.of(), read.stream().collect(Collectors.toSet()));
  }

  @Test
  void anInterruptIsKept() {
    ReadBatch batch = new ReadBatch();
    for (long i = 0; i < 20; i++) {
      batch.add(file(true), i, 10);
    }
    Thread.currentThread().interrupt();
    batch.run();
    assertTrue(Thread.interrupted());
    assertEquals(20, read.size());
  }
}
