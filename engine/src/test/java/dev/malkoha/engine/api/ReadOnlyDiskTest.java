package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.history.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stores opened read-only on a real disk: files, rights, and many threads. */
@Timeout(120)
class ReadOnlyDiskTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(16 << 10)
          .tableBytes(16 << 10)
          .blockBytes(512)
          .blockCacheBytes(16 << 10)
          .build();
  private static final int KEYS = 3000;
  private static final int THREADS = 4;

  @TempDir private Path parent;

  private Path store() {
    Path path = parent.resolve("store");
    try (Db db = Db.open(path, OPTIONS)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), value(i));
      }
      for (int i = 0; i < KEYS; i += 10) {
        db.delete(key(i));
      }
    }
    return path;
  }

  private static byte[] key(int number) {
    return Bytes.of("key-" + number).array();
  }

  private static byte[] value(int number) {
    return Bytes.numbered(number, 60).array();
  }

  /** What the store holds: of the keys written, one in ten was deleted. */
  private static byte @Nullable [] expected(int number) {
    return number >= KEYS || number % 10 == 0 ? null : value(number);
  }

  /** Names, contents and times of change, of the directory too. */
  private static Map<String, ByteBuffer> files(Path directory) throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    files.put("directory of " + Files.getLastModifiedTime(directory), ByteBuffer.allocate(0));
    try (var listed = Files.list(directory)) {
      for (Path file : listed.toList()) {
        String name = file.getFileName() + " of " + Files.getLastModifiedTime(file);
        files.put(name, ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  private static void checkGets(OpenStore db, SplittableRandom random, int gets) {
    for (int i = 0; i < gets; i++) {
      int number = random.nextInt(KEYS + 100);
      assertArrayEquals(expected(number), db.get(key(number)));
    }
  }

  private static int count(OpenStore db) {
    int count = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void manyThreadsReadAndNoFileChanges() throws Exception {
    Path path = store();
    Map<String, ByteBuffer> before = files(path);
    try (DbReader db = Db.openReadOnly(path, OPTIONS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        tasks.add(threads.submit(() -> checkGets(db, random, 20_000)));
        tasks.add(threads.submit(() -> assertEquals(KEYS - KEYS / 10, count(db))));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
      assertEquals(path, db.directory());
      assertTrue(db.stats().entries() > 0, db.stats().toString());
    }
    assertEquals(before, files(path));
  }

  @Test
  void readersThatRaceWithTheCloseAreAnsweredOrRefused() throws Exception {
    Path path = store();
    for (int round = 0; round < 20; round++) {
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        DbReader db = Db.openReadOnly(path, OPTIONS);
        List<Future<?>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          SplittableRandom random = new SplittableRandom(thread);
          tasks.add(
              threads.submit(
                  () ->
                      assertThrows(
                          IllegalStateException.class,
                          () -> checkGets(db, random, Integer.MAX_VALUE))));
        }
        checkGets(db, new SplittableRandom(round), 200);
        db.close();
        for (Future<?> task : tasks) {
          task.get();
        }
      }
    }
  }

  @Test
  void aStoreIsOpenOnceForWritingAndAnyNumberOfTimesForReading() {
    Path path = store();
    try (DbReader db = Db.openReadOnly(path);
        DbReader other = Db.openReadOnly(path)) {
      try (Db writer = Db.open(path)) {
        assertThrows(DbLockedException.class, () -> Db.open(path));
        writer.put(key(KEYS), value(7));
        assertNull(db.get(key(KEYS)));
        assertTrue(db.refresh());
        assertArrayEquals(value(7), db.get(key(KEYS)));
        writer.compact();
        try (DbReader late = Db.openReadOnly(path)) {
          assertArrayEquals(value(7), late.get(key(KEYS)));
          assertThrows(DbLockedException.class, () -> Db.open(path));
        }
        writer.put(key(KEYS), value(8));
      }
      assertArrayEquals(value(1), other.get(key(1)));
      assertNull(other.get(key(KEYS)));
    }
    Db.open(path).close();
  }

  @Test
  void whatIsNotThereIsNotMade() throws IOException {
    Path path = parent.resolve("none");
    assertThrows(DbNotFoundException.class, () -> Db.openReadOnly(path));
    assertThrows(DbNotFoundException.class, () -> Db.openReadOnly(parent));
    assertEquals(1, files(parent).size(), "nothing but the directory itself");
    Path file = Files.createFile(path);
    assertThrows(DbNotFoundException.class, () -> Db.openReadOnly(file));
  }

  /** Superusers may write anywhere: for them there is nothing to see here. */
  @Test
  void rightsToReadAreEnough() throws IOException {
    Path path = store();
    List<Path> all = new ArrayList<>(List.of(path));
    try (var listed = Files.list(path)) {
      listed.forEach(all::add);
    }
    for (Path file : all) {
      assumeTrue(file.toFile().setWritable(false));
    }
    try {
      assumeFalse(Files.isWritable(path));
      assertThrows(DbIoException.class, () -> Db.open(path));
      try (DbReader db = Db.openReadOnly(path, OPTIONS)) {
        checkGets(db, new SplittableRandom(1), 1000);
        try (DbReader other = Db.openReadOnly(path, OPTIONS)) {
          checkGets(other, new SplittableRandom(2), 1000);
        }
      }
    } finally {
      all.forEach(file -> file.toFile().setWritable(true));
    }
  }
}
