package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Users' code that the store calls: what it throws comes out as it is, and it closes nothing. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallbacksTest {

  private static final byte[] KEY = {1};
  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).build();

  private final SimulatedDisk disk = new SimulatedDisk();

  /** Where the store calls users' code. */
  enum Callback {
    UPDATE {
      @Override
      void call(Db db, Runnable code) {
        db.update(
            KEY,
            value -> {
              code.run();
              return value;
            });
      }
    },
    FOR_EACH {
      @Override
      void call(Db db, Runnable code) {
        db.forEach(KeyRange.all(), (key, value) -> code.run());
      }
    },
    FOR_EACH_OF_A_SNAPSHOT {
      @Override
      void call(Db db, Runnable code) {
        try (Snapshot snapshot = db.snapshot()) {
          snapshot.forEach(KeyRange.all(), (key, value) -> code.run());
        }
      }
    },
    TRANSACTION {
      @Override
      void call(Db db, Runnable code) {
        db.runInTransaction(
            transaction -> {
              code.run();
            });
      }
    },
    INPUT {
      @Override
      void call(Db db, Runnable code) {
        db.ingest(input(20, code), IngestOptions.ofMemory(4096));
      }
    },
    LONG_INPUT {
      @Override
      void call(Db db, Runnable code) {
        Runnable late = code;
        int[] calls = {0};
        db.ingest(
            input(
                5_000,
                () -> {
                  if (++calls[0] == 4_000) {
                    late.run();
                  }
                }),
            IngestOptions.ofMemory(4096));
      }
    },
    PROGRESS {
      @Override
      void call(Db db, Runnable code) {
        db.ingest(
            input(20, () -> {}), IngestOptions.ofMemory(4096).withProgress(progress -> code.run()));
      }
    };

    abstract void call(Db db, Runnable code);
  }

  private static Iterator<Map.Entry<byte[], byte[]>> input(int count, Runnable before) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              before.run();
              return Map.entry(bytes("key" + (i * 7919) % count), bytes("value" + i));
            })
        .iterator();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static List<Throwable> throwables() {
    return List.of(
        new IOException("mine"),
        new UncheckedIOException(new IOException("mine")),
        new InterruptedException("mine"),
        new IllegalStateException("mine"),
        new AssertionError("mine"));
  }

  @ParameterizedTest
  @EnumSource(Callback.class)
  void whatItThrowsComesOutAsItIs(Callback callback) {
    for (Workers workers : List.of(Workers.inline(), Workers.threads(1))) {
      for (Throwable mine : throwables()) {
        try (Db db = Stores.open(new SimulatedDisk(), OPTIONS, workers)) {
          db.put(KEY, KEY);
          Throwable out =
              assertThrows(
                  Throwable.class,
                  () -> callback.call(db, () -> CallbacksTest.<RuntimeException>sneak(mine)));
          assertSame(mine, out);
          assertEquals(0, db.stats().metric("sealed").value());
          assertArrayEquals(KEY, db.get(KEY));
          assertNull(db.get(bytes("key0")));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Callback.class)
  void closingTheStoreIsRefused(Callback callback) {
    Db other = Stores.open(new SimulatedDisk(), OPTIONS);
    try (Db db = Stores.open(disk, OPTIONS, Workers.threads(1))) {
      db.put(KEY, KEY);
      callback.call(
          db,
          () -> {
            var refused = assertThrows(IllegalStateException.class, db::close);
            assertTrue(refused.getMessage().contains("cannot be closed by what it calls"));
            other.close();
          });
      callback.call(db, () -> db.forEach(KeyRange.all(), (key, value) -> {}));
      db.put(KEY, KEY);
    }
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertArrayEquals(KEY, again.get(KEY));
    }
  }

  /** The input of an ingestion may wait for something that does not come. */
  @ParameterizedTest
  @EnumSource(names = {"INPUT", "LONG_INPUT", "PROGRESS"})
  void closingDoesNotWaitForIt(Callback callback) throws Exception {
    Db db = Stores.open(disk, OPTIONS, Workers.threads(1));
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    FutureTask<Void> ingestion =
        new FutureTask<>(
            () ->
                callback.call(
                    db,
                    () -> {
                      waits.countDown();
                      try {
                        goesOn.await();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                    }),
            null);
    Thread.ofPlatform().daemon().start(ingestion);
    waits.await();
    db.close();
    try (Db again = Stores.open(disk, OPTIONS)) {
      List<String> before = disk.openDirectory(Stores.PATH).list();
      again.put(KEY, KEY);
      again.flush();
      List<String> after = disk.openDirectory(Stores.PATH).list();
      assertTrue(after.size() >= before.size());
      goesOn.countDown();
      ExecutionException end = assertThrows(ExecutionException.class, ingestion::get);
      assertEquals("the store is closed", end.getCause().getMessage());
      assertEquals(after, disk.openDirectory(Stores.PATH).list());
      assertNull(again.get(bytes("key0")));
      assertArrayEquals(KEY, again.get(KEY));
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }
}
