package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Background work that finds the store closed, or its keyspace dropped, is no failure. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuietCloseTest {

  private static final byte[] KEY = {1};
  private static final byte[] VALUE = new byte[1000];
  private static final int MIB = 1 << 20;

  private final AtomicBoolean sealed = new AtomicBoolean();
  private final DbOptions options =
      DbOptions.builder()
          .memTableBytes(64 << 10)
          .logBytesMax(3 * MIB / 2)
          .listener(
              new DbListener() {
                @Override
                public void sealed(Sealed event) {
                  sealed.set(true);
                }
              })
          .build();
  private final SimulatedDisk disk = new SimulatedDisk();
  private final HeldDisk held = new HeldDisk(disk);

  /** A flush that ends after the store was closed finds a memtable that is far behind. */
  @Test
  void aFlushThatEndsInAClosedStoreSealsNothing() throws Exception {
    Db db = Stores.open(held, options, Workers.threads(1));
    db.keyspace("default", KeyspaceOptions.builder().memTableBytes(4 * MIB).build());
    Keyspace seldom = db.keyspace("seldom");
    seldom.put(KEY, VALUE);
    for (int written = 0; written < 9 * MIB / 5; written += VALUE.length) {
      db.put(KEY, VALUE); // the log looks at its growth after 1 MiB and after 2
    }
    held.hold(Work.FLUSH);
    FutureTask<Void> _ = start(db.keyspace("default")::flush); // it may find the store closed
    held.awaitHeld(Work.FLUSH);
    FutureTask<Void> closing = start(db::close);
    while (isOpen(db)) {
      Thread.onSpinWait();
    }
    held.release(Work.FLUSH);
    closing.get();
    assertFalse(sealed.get());
    try (Db again = Stores.open(disk, options)) {
      assertEquals(0, again.problems().size());
      assertArrayEquals(VALUE, again.keyspace("seldom").get(KEY));
    }
  }

  private static FutureTask<Void> start(Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static boolean isOpen(Db db) {
    try {
      db.stats();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
