package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of threads: those that write, read, scan, flush and compact are interrupted in the middle
 * of it, again and again. None of them notices, and what they wrote is there.
 */
@Tag("hunt")
final class InterruptStormTest {

  private static final int INTERRUPTS = Trials.count(2_000);
  private static final int KEYS = 400;
  private static final int VALUE_BYTES = 200;

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).blockCacheBytes(0).build();

  @TempDir private Path path;
  private volatile boolean over;

  private interface Use {
    void of(Db db, int round);
  }

  static Stream<ThreadFactory> threads() {
    return Stream.of(Thread.ofPlatform().factory(), Thread.ofVirtual().factory());
  }

  @ParameterizedTest
  @MethodSource("threads")
  void nobodyNotices(ThreadFactory threads) throws Exception {
    int written;
    try (Db db = Db.open(path, OPTIONS)) {
      FutureTask<Integer> writer = new FutureTask<>(() -> untilOver(db, this::write));
      List<FutureTask<Integer>> tasks =
          List.of(
              writer,
              new FutureTask<>(() -> untilOver(db, (open, round) -> open.get(key(round)))),
              new FutureTask<>(() -> untilOver(db, (open, round) -> scan(open))),
              new FutureTask<>(() -> untilOver(db, InterruptStormTest::reshape)));
      storm(tasks, tasks.stream().map(threads::newThread).toList());
      for (FutureTask<Integer> task : tasks) {
        task.get(); // throws what an interrupt did
      }
      written = writer.get();
      check(db, written);
    }
    try (Db db = Db.open(path, OPTIONS)) {
      check(db, written);
    }
    assertEquals(List.of(), StoreTools.verify(path).problems());
  }

  /** Interrupts each as soon as it has taken the last interrupt. One that failed ends it. */
  private void storm(List<FutureTask<Integer>> tasks, List<Thread> workers) {
    workers.forEach(Thread::start);
    int interrupts = 0;
    while (interrupts < INTERRUPTS && tasks.stream().noneMatch(FutureTask::isDone)) {
      for (Thread worker : workers) {
        if (!worker.isInterrupted()) {
          worker.interrupt();
          interrupts++;
        }
      }
      Thread.onSpinWait();
    }
    over = true;
  }

  private int untilOver(Db db, Use use) {
    int rounds = 0;
    for (; !over; rounds++) {
      Thread.interrupted(); // the next one comes somewhere in this round
      use.of(db, rounds);
    }
    Thread.interrupted();
    return rounds;
  }

  private void write(Db db, int round) {
    Durability level = round % 50 == 0 ? Durability.SYNC : Durability.PROCESS;
    db.withDurability(level).put(key(round), value(round));
  }

  private static void scan(Db db) {
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        assertEquals(VALUE_BYTES, cursor.value().length);
      }
    }
  }

  private static void reshape(Db db, int round) {
    if (round % 8 == 7) {
      db.compact();
    } else {
      db.flush();
    }
  }

  /** Of each key the last of so many writes is there. */
  private static void check(Db db, int written) {
    for (int i = Math.max(0, written - KEYS); i < written; i++) {
      assertArrayEquals(value(i), db.get(key(i)));
    }
  }

  private static byte[] key(int round) {
    return Bytes.of("key" + round % KEYS).array();
  }

  private static byte[] value(int round) {
    return Bytes.numbered(round, VALUE_BYTES).array();
  }
}
