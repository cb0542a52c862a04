package dev.malkoha.engine.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of threads: ingestions beside each other, beside writers, and beside readers that look for
 * half of one.
 */
class IngestRaceTest {

  private static final int KEYS = 300;
  private static final int ROUNDS = Math.max(3, Trials.count(12));

  @TempDir private Path directory;

  private static byte[] key(int number) {
    return ByteBuffer.allocate(5).put((byte) 'k').putInt(number).array();
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(40).putInt(number).array();
  }

  private static List<Map.Entry<byte[], byte[]>> all(int value) {
    return IntStream.range(0, KEYS)
        .map(i -> i * 7 % KEYS)
        .mapToObj(i -> Map.entry(key(i), number(value)))
        .toList();
  }

  /** One ingests all keys under one value after the other; who reads sees one value everywhere. */
  @Test
  void readersSeeOneIngestionOrTheNext() throws Exception {
    DbOptions options =
        DbOptions.builder().memTableBytes(16 << 10).tableBytes(4096).blockBytes(512).build();
    AtomicBoolean done = new AtomicBoolean();
    try (Db db = Db.open(directory, options);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      db.ingest(all(0));
      Future<Object> scanner = threads.submit(() -> readUntil(done, () -> oneValue(db)));
      Future<Object> other = threads.submit(() -> readUntil(done, () -> oneValueOfSnapshot(db)));
      Future<Object> writer = threads.submit(() -> readUntil(done, () -> writeBehind(db)));
      Future<Object> keyspace =
          threads.submit(
              () -> {
                for (int i = 0; i < ROUNDS; i++) {
                  db.keyspace("other").ingest(all(i));
                }
                return null;
              });
      try {
        for (int value = 1; value <= ROUNDS; value++) {
          db.ingest(all(value).iterator(), IngestOptions.ofMemory(4096));
          assertEquals(value, oneValue(db));
        }
      } finally {
        done.set(true);
      }
      for (Future<Object> each : List.of(scanner, other, writer, keyspace)) {
        each.get();
      }
      assertEquals(ROUNDS, oneValue(db));
    }
    assertEquals(List.of(), StoreTools.verify(directory).problems());
  }

  private static Object readUntil(AtomicBoolean done, Callable<Integer> look) throws Exception {
    int last = -1;
    while (!done.get()) {
      int next = look.call();
      assertTrue(next >= last, next + " after " + last);
      last = next;
    }
    return last;
  }

  private static int oneValue(Db db) {
    try (Cursor cursor = db.scan(KeyRange.prefix(new byte[] {'k'}))) {
      return oneValue(cursor);
    }
  }

  private static int oneValueOfSnapshot(Db db) {
    try (Snapshot snapshot = db.snapshot();
        Cursor cursor = db.scan(KeyRange.prefix(new byte[] {'k'}), snapshot);
        Cursor again = db.scan(KeyRange.prefix(new byte[] {'k'}), snapshot)) {
      int value = oneValue(cursor);
      assertEquals(value, oneValue(again));
      assertEquals(value, ByteBuffer.wrap(db.get(key(KEYS / 2), snapshot)).getInt());
      return value;
    }
  }

  private static int oneValue(Cursor cursor) {
    List<Integer> seen = new ArrayList<>();
    while (cursor.next()) {
      seen.add(ByteBuffer.wrap(cursor.value()).getInt());
    }
    assertEquals(KEYS, seen.size());
    assertEquals(List.of(seen.getFirst()), seen.stream().distinct().toList());
    return seen.getFirst();
  }

  /** Writes to keys between those that are ingested. */
  private static int writeBehind(Db db) {
    Stream.iterate(0, i -> i + 3).limit(10).forEach(i -> db.put(number(i), new byte[50]));
    return 0;
  }
}
