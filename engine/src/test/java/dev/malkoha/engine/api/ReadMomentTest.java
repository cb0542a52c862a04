package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A read of many keys sees one moment, while batches over all of them are written, keys come and
 * go, tables are made and merged, and a reader beside moves on; and a store that is closed
 * meanwhile is a closed store, not a wrong answer.
 */
class ReadMomentTest {

  private static final int BATCHES = 400;
  private static final int KEYS = 80;

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(16 << 10)
          .tableBytes(8 << 10)
          .blockBytes(256)
          .blockCacheBytes(0)
          .compression(Compression.NONE)
          .build();

  private static final List<byte[]> ALL =
      IntStream.range(0, 2 * KEYS).mapToObj(ReadMomentTest::key).toList();

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] key(int number) {
    return Bytes.of("k" + (1_000 + number)).array();
  }

  /** Of twice as many keys one half is there: those from a number on that moves with the batch. */
  private static void write(Db db, int batch) {
    WriteBatch writes = new WriteBatch();
    int first = batch % KEYS;
    writes.deleteRange(KeyRange.below(key(first)));
    for (int i = first; i < first + KEYS; i++) {
      writes.put(key(i), Bytes.numbered(batch, 20).array());
    }
    writes.deleteRange(KeyRange.between(key(first + KEYS), key(2 * KEYS)));
    db.write(writes);
  }

  private static FutureTask<Void> start(Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static void look(MapReads map) {
    List<byte[]> there = map.getAll(ALL).stream().filter(value -> value != null).toList();
    assertEquals(KEYS, there.size());
    assertEquals(1, there.stream().map(Bytes::of).distinct().count());
    assertEquals(KEYS, map.count(KeyRange.all()));
    try (Stream<Entry> stream = map.stream(KeyRange.all())) {
      assertEquals(1, stream.map(entry -> Bytes.of(entry.value())).distinct().count());
    }
  }

  private static void get(FutureTask<?> task) throws Exception {
    try {
      task.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed", e.getCause());
    }
  }

  @Test
  @Timeout(60)
  void oneMomentBesideWrites() throws Exception {
    try (Db db = Stores.open(disk, OPTIONS, Workers.threads(2))) {
      write(db, 0);
      FutureTask<Void> writer = start(() -> IntStream.range(1, BATCHES).forEach(i -> write(db, i)));
      while (!writer.isDone()) {
        look(db);
      }
      get(writer);
      look(db);
    }
  }

  @Test
  @Timeout(60)
  void oneMomentOfAReaderThatMovesOn() throws Exception {
    try (Db db = Stores.open(disk, OPTIONS, Workers.threads(1))) {
      write(db, 0);
      try (DbReader reader = Stores.openReadOnly(disk, OPTIONS)) {
        FutureTask<Void> writer =
            start(() -> IntStream.range(1, BATCHES / 4).forEach(i -> write(db, i)));
        FutureTask<Void> mover =
            start(
                () -> {
                  while (!writer.isDone()) {
                    reader.refresh();
                  }
                });
        while (!mover.isDone()) {
          look(reader);
        }
        get(writer);
        get(mover);
        reader.refresh();
        look(reader);
      }
    }
  }

  @Test
  @Timeout(60)
  void aStoreThatIsClosedMeanwhile() throws Exception {
    for (int round = 0; round < 10; round++) {
      Db db = Stores.open(new SimulatedDisk(), OPTIONS, Workers.threads(1));
      write(db, round);
      FutureTask<Void> writer = start(() -> untilClosed(() -> write(db, 7)));
      List<FutureTask<Void>> readers =
          List.of(
              start(() -> untilClosed(() -> look(db))),
              start(() -> untilClosed(() -> db.estimate(KeyRange.all()))),
              start(() -> untilClosed(() -> db.floor(key(2 * KEYS)))));
      for (int i = 0; i < 5 * round; i++) {
        look(db);
      }
      db.close();
      get(writer);
      for (FutureTask<Void> reader : readers) {
        get(reader);
      }
    }
  }

  /** Any other exception ends the thread and fails the test. */
  private static void untilClosed(Runnable use) {
    try {
      while (true) {
        use.run();
      }
    } catch (IllegalStateException e) {
      // closed
    }
  }
}
