package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for what: readers for nobody, a flush and a compaction for no later work. */
@Timeout(60)
class WaitingTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).build();
  private static final int VALUE_BYTES = 1000;
  private static final int WRITES_TO_ROTATE = 80;

  private final HeldDisk disk = new HeldDisk(new SimulatedDisk());
  private final Db db = Stores.open(disk, OPTIONS, Workers.threads(1));
  private int written;

  @AfterEach
  void close() {
    db.close();
  }

  private static FutureTask<Void> start(Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    new Thread(task).start();
    return task;
  }

  private void write(int count) {
    for (int i = 0; i < count; i++) {
      db.put(key(written), Bytes.numbered(written, VALUE_BYTES).array());
      written++;
    }
  }

  /** Starts a compaction, and while it is held up, a flush, which is held up too. */
  private FutureTask<Void> holdUpCompactionAndFlush() throws InterruptedException {
    write(5);
    db.flush();
    disk.hold(Work.COMPACTION);
    FutureTask<Void> compaction = start(db::compact);
    disk.awaitHeld(Work.COMPACTION);
    disk.hold(Work.FLUSH);
    write(WRITES_TO_ROTATE);
    disk.awaitHeld(Work.FLUSH);
    return compaction;
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }

  private void readEverything() {
    for (int i = 0; i < written; i++) {
      assertArrayEquals(Bytes.numbered(i, VALUE_BYTES).array(), db.get(key(i)));
    }
    int scanned = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        scanned++;
      }
    }
    assertEquals(written, scanned);
  }

  @Test
  void readersWaitNeitherForAFlushNorForACompaction() throws Exception {
    FutureTask<Void> compaction = holdUpCompactionAndFlush();
    readEverything();
    assertFalse(compaction.isDone());
    disk.release(Work.FLUSH);
    disk.release(Work.COMPACTION);
    compaction.get();
    readEverything();
  }

  @Test
  void aCompactionDoesNotWaitForLaterFlushes() throws Exception {
    FutureTask<Void> compaction = holdUpCompactionAndFlush();
    disk.release(Work.COMPACTION);
    compaction.get();
    assertEquals(0, db.stats().tablesPerLevel()[0]);
    disk.release(Work.FLUSH);
  }

  @Test
  void aFlushWaitsForWhatWasWrittenBeforeOnly() throws Exception {
    write(1);
    disk.hold(Work.FLUSH);
    FutureTask<Void> flush = start(db::flush);
    disk.awaitHeld(Work.FLUSH);
    write(WRITES_TO_ROTATE);
    disk.releaseOne(Work.FLUSH);
    flush.get();
    disk.awaitHeld(Work.FLUSH);
    assertEquals(1, db.stats().tablesPerLevel()[0]);
    assertTrue(db.stats().count("flush.written") > 0);
    disk.release(Work.FLUSH);
  }
}
