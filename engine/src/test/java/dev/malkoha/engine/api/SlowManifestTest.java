package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldManifest;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * While a manifest is forced, the lock under which work is planned is held, and another thread that
 * plans waits for it with a second one: writers and snapshots take neither.
 */
@Timeout(60)
class SlowManifestTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).build();
  private static final int WRITES_TO_ROTATE = 80;

  private final HeldManifest manifest = new HeldManifest();
  private final Db db = Stores.open(manifest.on(new SimulatedDisk()), OPTIONS, Workers.threads(1));
  private Thread planner;

  @AfterEach
  void close() {
    manifest.release();
    db.close();
  }

  /** Of deletes that an older snapshot holds back one is flushed, the next one being held up. */
  private Snapshot holdUp() throws InterruptedException {
    write();
    Snapshot snapshot = db.snapshot();
    db.deleteRange(key(0), key(100));
    db.flush();
    manifest.hold();
    db.put(key(0), new byte[1000]);
    FutureTask<Void> flush = new FutureTask<>(db::flush, null);
    new Thread(flush).start();
    manifest.awaitHeld();
    planner = new Thread(db::awaitIdle);
    planner.start();
    while (planner.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return snapshot;
  }

  private void write() {
    for (int i = 0; i < WRITES_TO_ROTATE; i++) {
      db.put(key(i), new byte[1000]);
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + (100 + number)).array();
  }

  private void releaseAndJoin() throws InterruptedException {
    manifest.release();
    planner.join();
  }

  @Test
  void aSnapshotClosesMeanwhileAndWhatItHeldBackIsDoneLater() throws Exception {
    Snapshot snapshot = holdUp();
    snapshot.close();
    releaseAndJoin();
    db.awaitIdle();
    assertNull(db.get(key(1)));
    assertFalse(db.stats().count("range.deletes") > 0, "what the snapshot held back is not done");
  }

  @Test
  void aMemTableIsFrozenMeanwhile() throws Exception {
    try (Snapshot snapshot = holdUp()) {
      write();
      assertArrayEquals(new byte[1000], db.get(key(50), snapshot));
      releaseAndJoin();
    }
  }
}
