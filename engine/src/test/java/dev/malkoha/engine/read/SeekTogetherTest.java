package dev.malkoha.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.ReadBatch;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A seek in several runs has the device asked for all their blocks before it waits for one. */
final class SeekTogetherTest {

  private static final byte[] KEY = {1};

  private final Set<Long> read = ConcurrentHashMap.newKeySet();

  private final ReadableFile device =
      new ReadableFile() {
        @Override
        public String name() {
          return "table";
        }

        @Override
        public long size() {
          return Long.MAX_VALUE;
        }

        @Override
        public void read(long position, byte[] into, int offset, int length) {
          read.add(position);
        }

        @Override
        public boolean isFar() {
          return true;
        }

        @Override
        public void close() {}
      };

  /** A run without entries, whose seek needs one block. */
  private final class Run extends EntryCursor {

    private final int block;
    private final boolean isCached;
    private Set<Long> readBefore = Set.of();

    Run(int block, boolean isCached) {
      this.block = block;
      this.isCached = isCached;
    }

    @Override
    public int touchPlace(byte[] key, int offset, int length, long tag) {
      return isCached ? 1 : 0;
    }

    @Override
    public void addTo(ReadBatch batch) {
      if (!isCached) {
        batch.add(device, block, 10);
      }
    }

    @Override
    public void seek(byte[] key, int offset, int length, long tag) {
      readBefore = Set.copyOf(read);
    }

    @Override
    public void seekToFirst() {}

    @Override
    public void seekToLast() {}

    @Override
    public void next() {}

    @Override
    public void prev() {}

    @Override
    public void close() {}
  }

  private List<Run> seek(int runs, int cached) throws IOException {
    List<Run> sources =
        IntStream.range(0, runs).mapToObj(block -> new Run(block, block < cached)).toList();
    MergingCursor cursor = new MergingCursor(sources);
    cursor.seek(KEY, 0, 1, -1L);
    assertFalse(cursor.valid());
    return sources;
  }

  @Test
  void blocksAreReadBeforeTheFirstRunSeeks() throws IOException {
    for (int runs : new int[] {3, 5, 12}) {
      read.clear();
      Set<Long> all = Set.copyOf(LongStream.range(1, runs + 1).boxed().toList());
      for (Run run : seek(runs + 1, 1)) {
        assertEquals(all, run.readBefore);
      }
    }
  }

  @Test
  void oneBlockIsReadByTheSeekThatNeedsIt() throws IOException {
    for (Run run : seek(8, 7)) {
      assertEquals(Set.of(), run.readBefore);
    }
  }
}
