package dev.malkoha.engine.heap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Callers whose code throws, unchecked and checked exceptions and errors: the store goes on, and
 * nothing of what they were about is kept.
 */
final class ThrowingCallers {

  private static final byte[] KEY = "the throwing one's".getBytes(UTF_8);
  private static final int TURNS = 300;
  private static final int VALUE_BYTES = 100_000;
  private static final long ELSE_BYTES = 14 << 20;

  private ThrowingCallers() {}

  /** Throws anything, as languages do that know no checked exceptions. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable any) throws E {
    throw (E) any;
  }

  private static void fail(int turn) {
    List<Throwable> all =
        List.of(
            new IllegalStateException("thrown by a caller"),
            new IOException("thrown by a caller"),
            new AssertionError("thrown by a caller"),
            new InterruptedException("thrown by a caller"));
    ThrowingCallers.<RuntimeException>sneak(all.get(turn % all.size()));
  }

  static void run(Path directory) {
    long before = Live.bytes();
    DbListener thrower =
        new DbListener() {
          @Override
          public void flushed(Flushed event) {
            fail(0);
          }
        };
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(2 << 20)
            .blockCacheBytes(2 << 20)
            .listener(thrower)
            .build();
    try (Db db = Db.open(directory, options)) {
      for (int turn = 0; turn < TURNS; turn++) {
        throwIn(db, turn);
        db.put(ByteBuffer.allocate(Integer.BYTES).putInt(turn).array(), new byte[VALUE_BYTES]);
      }
      Live.check(before, options.memoryBytesMax() + ELSE_BYTES, "after all has thrown");
      if (db.get(KEY) != null) {
        throw new AssertionError("something of it was written");
      }
    }
  }

  private static void throwIn(Db db, int turn) {
    Iterator<Map.Entry<byte[], byte[]>> entries =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Map.Entry<byte[], byte[]> next() {
            fail(turn);
            return Map.entry(KEY, KEY);
          }
        };
    List<Runnable> all =
        List.of(
            () -> db.update(KEY, seen -> failing(turn)),
            () ->
                db.runInTransaction(
                    tx -> {
                      tx.put(KEY, new byte[VALUE_BYTES]);
                      fail(turn);
                    }),
            () -> db.ingest(() -> entries),
            () -> db.forEach(KeyRange.all(), (key, value) -> fail(turn)));
    for (Runnable each : all) {
      try {
        each.run();
        if (turn > 0) {
          throw new IllegalStateException("nothing was thrown");
        }
      } catch (Throwable e) {
        if (!String.valueOf(e).contains("thrown by a caller")) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private static byte[] failing(int turn) {
    fail(turn);
    return Arrays.copyOf(KEY, 1);
  }
}
