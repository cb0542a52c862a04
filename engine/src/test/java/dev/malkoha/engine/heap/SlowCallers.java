package dev.malkoha.engine.heap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Callers whose code takes its time in the middle of an operation, while others write many times
 * what memtables may take: they hold none of it.
 */
final class SlowCallers {

  private static final byte[] KEY = "the slow one's".getBytes(UTF_8);
  private static final int MEMTABLE_BYTES = 4 << 20;
  private static final int CACHE_BYTES = 2 << 20;

  /** What classes, filters and indexes take, and what of memtables is made ahead or not full. */
  private static final long ELSE_BYTES = 20 << 20;

  private static final int VALUE_BYTES = 1000;
  private static final int WRITES = 80_000;
  private static final int LOOKS = 4;

  private SlowCallers() {}

  private static DbOptions.Builder options() {
    return DbOptions.builder().memTableBytes(MEMTABLE_BYTES).blockCacheBytes(CACHE_BYTES);
  }

  private static DbOptions sharing(SharedResources shared) {
    return DbOptions.builder().memTableBytes(MEMTABLE_BYTES).resources(shared).build();
  }

  /** What goes on in the middle of the slow operation. */
  private interface Writing {

    void look(int number);
  }

  /** Writes much to a store, and looks at the heap at times. */
  private static void write(Db db, Writing writing) {
    byte[] value = new byte[VALUE_BYTES];
    for (int i = 1; i <= WRITES; i++) {
      db.put(ByteBuffer.allocate(Integer.BYTES).putInt(i).array(), value);
      if (i % (WRITES / LOOKS) == 0) {
        writing.look(i);
      }
    }
  }

  private static void writeWithinBound(Db db, DbOptions options, long before) {
    write(
        db,
        i -> Live.check(before, options.memoryBytesMax() + ELSE_BYTES, "after " + i + " writes"));
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static void update(Path directory) {
    long before = Live.bytes();
    DbOptions options = options().build();
    try (Db db = Db.open(directory, options)) {
      int[] calls = {0};
      db.update(
          KEY,
          seen -> {
            calls[0]++;
            writeWithinBound(db, options, before);
            return KEY;
          });
      check(calls[0] == 1, "what others do to other keys is no reason to begin again");
      check(Arrays.equals(KEY, db.get(KEY)), "the update is not there");
    }
  }

  /** A loop as users write it; each time somebody comes in between. */
  static void compareAndSet(Path directory) {
    long before = Live.bytes();
    DbOptions options = options().build();
    try (Db db = Db.open(directory, options)) {
      db.put(KEY, new byte[] {0});
      byte[] seen;
      int others = 2;
      do {
        seen = db.get(KEY);
        writeWithinBound(db, options, before);
        if (others-- > 0) {
          db.put(KEY, new byte[] {(byte) (seen[0] + 10)});
        }
      } while (!db.compareAndSet(KEY, seen, new byte[] {(byte) (seen[0] + 1)}));
      check(db.get(KEY)[0] == 21, "two others were passed over");
    }
  }

  /** What stores share is counted, and what is counted is what there is. */
  static void updateOfSharedMemory(Path directory) {
    long before = Live.bytes();
    try (SharedResources shared =
        SharedResources.builder()
            .memTableBytes(3 * MEMTABLE_BYTES)
            .blockCacheBytes(CACHE_BYTES)
            .build()) {
      try (Db db = Db.open(directory, sharing(shared))) {
        db.update(
            KEY,
            seen -> {
              write(
                  db,
                  i ->
                      Live.check(
                          before,
                          shared.memTableBytesUsed() + CACHE_BYTES + ELSE_BYTES,
                          "with " + shared.memTableBytesUsed() + " counted"));
              return KEY;
            });
      }
    }
  }

  static void transaction(Path directory) {
    long before = Live.bytes();
    DbOptions options = options().build();
    try (Db db = Db.open(directory, options)) {
      try (Transaction slow = db.transaction()) {
        check(slow.get(KEY) == null, "there is nothing yet");
        slow.put(KEY, KEY);
        writeWithinBound(db, options, before);
        slow.commit();
      }
      check(Arrays.equals(KEY, db.get(KEY)), "the transaction is not there");
    }
  }

  /** A commit that rests on all of a range, while another thread goes on writing elsewhere. */
  static void commit(Path directory) throws InterruptedException {
    long before = Live.bytes();
    DbOptions options = options().build();
    KeyRange mine = KeyRange.prefix(KEY);
    try (Db db = Db.open(directory, options)) {
      for (int i = 0; i < WRITES; i++) {
        db.put(Arrays.copyOf(KEY, KEY.length + 1 + i % 200), new byte[VALUE_BYTES]);
      }
      try (Transaction slow = db.transaction()) {
        try (Cursor all = slow.scan(mine)) {
          while (all.next()) {
            // all of it is read
          }
        }
        slow.put(KEY, KEY);
        write(db, i -> {});
        Thread other = Thread.ofPlatform().start(() -> write(db, i -> {}));
        slow.commit();
        other.join();
      }
      check(Arrays.equals(KEY, db.get(KEY)), "the transaction is not there");
      Live.check(before, options.memoryBytesMax() + ELSE_BYTES, "after the commit");
    }
  }

  /** An iterator that takes its time between its entries. */
  static void ingestion(Path directory) {
    long before = Live.bytes();
    DbOptions options = options().build();
    try (Db db = Db.open(directory, options)) {
      Iterator<Map.Entry<byte[], byte[]>> slow =
          new Iterator<>() {
            private int left = 2;

            @Override
            public boolean hasNext() {
              return left > 0;
            }

            @Override
            public Map.Entry<byte[], byte[]> next() {
              writeWithinBound(db, options, before);
              return Map.entry(new byte[] {(byte) left--}, KEY);
            }
          };
      db.ingest(slow, IngestOptions.ofMemory(1 << 20));
      check(Arrays.equals(KEY, db.get(new byte[] {1})), "what was ingested is not there");
    }
  }

  /** A listener that does not come back until all is written. */
  static void listener(Path directory) {
    long before = Live.bytes();
    CountDownLatch written = new CountDownLatch(1);
    DbListener slow =
        new DbListener() {
          @Override
          public void flushed(Flushed event) {
            try {
              written.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    DbOptions options = options().listener(slow).build();
    try (Db db = Db.open(directory, options)) {
      writeWithinBound(db, options, before);
      written.countDown();
    }
  }
}
