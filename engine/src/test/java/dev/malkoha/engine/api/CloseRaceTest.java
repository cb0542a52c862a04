package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of threads: a store is closed while others use it; they are told so, and what they wrote
 * is there.
 */
@Tag("hunt")
class CloseRaceTest {

  private static final int ROUNDS = Trials.count(8);
  private static final int DELAYS = 8;
  private static final int WRITERS = 3;
  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(8 << 10).tableBytes(8 << 10).blockCacheBytes(0).build();

  private interface Use {
    void of(Db db);
  }

  static IntStream rounds() {
    return IntStream.range(0, ROUNDS);
  }

  @ParameterizedTest
  @MethodSource("rounds")
  @Timeout(60)
  void nobodySeesAnythingButAClosedStore(int round) throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    Db db = Stores.open(disk, OPTIONS, Workers.threads(2));
    CountDownLatch started = new CountDownLatch(50 + round % DELAYS * 80);
    List<FutureTask<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      writers.add(start(() -> write(db, writer, started)));
    }
    List<FutureTask<Integer>> others =
        List.of(
            start(() -> untilClosed(db, CloseRaceTest::scan)),
            start(() -> untilClosed(db, other -> other.get(key(0, 0)))),
            start(() -> untilClosed(db, Db::flush)),
            start(() -> untilClosed(db, Db::compact)));
    started.await();
    db.close();
    for (FutureTask<Integer> other : others) {
      other.get();
    }
    check(disk, writers);
  }

  private static FutureTask<Integer> start(Callable<Integer> work) {
    FutureTask<Integer> task = new FutureTask<>(work);
    new Thread(task).start();
    return task;
  }

  private static int write(Db db, int writer, CountDownLatch started) {
    int[] written = {0};
    untilClosed(
        db,
        open -> {
          open.put(key(writer, written[0]), Bytes.numbered(written[0], 50).array());
          written[0]++;
          started.countDown();
        });
    return written[0];
  }

  /** Any other exception ends the thread and fails the test. */
  private static int untilClosed(Db db, Use use) {
    int times = 0;
    try {
      while (true) {
        use.of(db);
        times++;
      }
    } catch (IllegalStateException e) {
      return times;
    }
  }

  private static void scan(Db db) {
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        assertEquals(50, cursor.value().length);
      }
    }
  }

  private static void check(SimulatedDisk disk, List<FutureTask<Integer>> writers)
      throws Exception {
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        int written = writers.get(writer).get();
        for (int i = 0; i < written; i++) {
          assertArrayEquals(Bytes.numbered(i, 50).array(), db.get(key(writer, i)));
        }
      }
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private static byte[] key(int writer, int number) {
    return Bytes.of(writer + "/" + number).array();
  }
}
