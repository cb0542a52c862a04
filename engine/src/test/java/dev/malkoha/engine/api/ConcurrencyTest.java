package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of threads: writers, readers, scanners, flushes and compactions at the same time, on a
 * real disk.
 *
 * <p>Each writer owns a group of keys and writes one version after the other to all of them in one
 * batch. So a key's version never goes back, and whoever reads at one moment finds the same version
 * under all keys of a group.
 */
@Timeout(120)
class ConcurrencyTest {

  private static final int WRITERS = 3;
  private static final int VERSIONS = Trials.count(1_500);
  private static final int KEYS_OF_GROUP = 5;
  private static final int FILLER_BYTES = 60;

  /** Its batches first delete the range of all its keys: nobody may see that without the puts. */
  private static final int EMPTIED_GROUP = 0;

  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  @Test
  void readersSeeOneMomentAndTimeOnlyMovesOn(@TempDir Path path) throws Exception {
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(32 << 10)
            .tableBytes(16 << 10)
            .blockBytes(512)
            .blockCacheBytes(32 << 10)
            .backgroundThreads(2)
            .build();
    try (Db db = Db.open(path, options);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int group = 0; group < WRITERS; group++) {
        int own = group;
        tasks.add(threads.submit(() -> write(db, own)));
      }
      tasks.add(threads.submit(() -> whileWriting(new Getter(db))));
      tasks.add(threads.submit(() -> whileWriting(new Scanner(db, true))));
      tasks.add(threads.submit(() -> whileWriting(new Scanner(db, false))));
      tasks.add(threads.submit(() -> whileWriting(() -> readSnapshot(db))));
      tasks.add(threads.submit(() -> whileWriting(db::compact)));
      awaitAll(tasks);
      for (int group = 0; group < WRITERS; group++) {
        for (int key = 0; key < KEYS_OF_GROUP; key++) {
          assertEquals(VERSIONS, version(db.get(key(group, key))));
        }
      }
    }
    assertTrue(StoreTools.verify(path).ok());
  }

  private static void awaitAll(List<Future<?>> tasks) throws InterruptedException {
    AssertionError failure = null;
    for (Future<?> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException e) {
        failure = new AssertionError(e.getCause());
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void write(Db db, int group) {
    try {
      WriteBatch batch = new WriteBatch();
      for (int version = 1; version <= VERSIONS; version++) {
        batch.clear();
        if (group == EMPTIED_GROUP) {
          batch.deleteRange(key(group, 0), key(group, KEYS_OF_GROUP));
        }
        for (int key = 0; key < KEYS_OF_GROUP; key++) {
          batch.put(key(group, key), value(version));
        }
        db.write(batch, version % 200 == 0 ? Durability.SYNC : Durability.PROCESS);
        assertEquals(version, version(db.get(key(group, 0))), "a writer reads what it wrote");
      }
    } finally {
      writing.decrementAndGet();
    }
  }

  private void whileWriting(Runnable reader) {
    do {
      reader.run();
    } while (writing.get() > 0);
  }

  private static byte[] key(int group, int key) {
    return new byte[] {'g', (byte) group, (byte) key};
  }

  private static byte[] value(int version) {
    return ByteBuffer.allocate(FILLER_BYTES).putInt(version).array();
  }

  /** The version that a value carries; 0 for none. */
  private static int version(byte[] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).getInt();
  }

  /** Gets keys by chance; no version is older than one seen before. */
  private static final class Getter implements Runnable {

    private final Db db;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int[][] seen = new int[WRITERS][KEYS_OF_GROUP];

    Getter(Db db) {
      this.db = db;
    }

    @Override
    public void run() {
      int group = random.nextInt(WRITERS);
      int key = random.nextInt(KEYS_OF_GROUP);
      int version = version(db.get(key(group, key)));
      assertTrue(version >= seen[group][key], "a key goes back in time");
      seen[group][key] = version;
    }
  }

  /** Scans everything; no scan sees less than one before. */
  private static final class Scanner implements Runnable {

    private final Db db;
    private final boolean forward;
    private final int[] seen = new int[WRITERS];

    Scanner(Db db, boolean forward) {
      this.db = db;
      this.forward = forward;
    }

    @Override
    public void run() {
      int[] versions;
      try (Cursor cursor = db.scan(KeyRange.all())) {
        versions = versions(cursor, forward);
      }
      for (int group = 0; group < WRITERS; group++) {
        assertTrue(versions[group] >= seen[group], "a scan goes back in time");
        seen[group] = versions[group];
      }
    }
  }

  /** The version of each group, which all its keys must have. */
  private static int[] versions(Cursor cursor, boolean forward) {
    int[] versions = new int[WRITERS];
    int[] counts = new int[WRITERS];
    while (forward ? cursor.next() : cursor.prev()) {
      int group = cursor.key()[1];
      int version = version(cursor.value());
      assertTrue(counts[group]++ == 0 || versions[group] == version, "half a batch is seen");
      versions[group] = version;
    }
    for (int group = 0; group < WRITERS; group++) {
      assertEquals(versions[group] == 0 ? 0 : KEYS_OF_GROUP, counts[group], "a key is missing");
    }
    return versions;
  }

  private static void readSnapshot(Db db) {
    try (Snapshot snapshot = db.snapshot();
        Cursor cursor = db.scan(KeyRange.all(), snapshot)) {
      int[] versions = versions(cursor, true);
      for (int group = 0; group < WRITERS; group++) {
        for (int key = 0; key < KEYS_OF_GROUP; key++) {
          assertEquals(versions[group], version(db.get(key(group, key), snapshot)));
        }
      }
    }
  }
}
