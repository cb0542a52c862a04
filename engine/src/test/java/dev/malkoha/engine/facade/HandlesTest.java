package dev.malkoha.engine.facade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Cursors and snapshots that are forgotten: let go of, and told of once. */
final class HandlesTest {

  private static final DbOptions OPTIONS = DbOptions.builder().deleteApplier(false).build();
  private static final int KEYS = 1_000;
  private static final int WAITS_MAX = 300;

  private final List<String> told = new ArrayList<>();
  private final AtomicBoolean isOpen = new AtomicBoolean(true);
  private final AtomicInteger released = new AtomicInteger();
  private final Handles handles = new Handles(Stores.PATH, isOpen::get, told::add);

  private Handles.Handle open() {
    return handles.open(new Object(), "cursor", released::incrementAndGet);
  }

  @Test
  void aClosedOneIsReleasedOnceAndNotToldOf() {
    Handles.Handle handle = open();
    handle.close(this);
    handle.close(this);
    handle.cleanable.clean();
    assertEquals(1, released.get());
    assertTrue(told.isEmpty());
  }

  @Test
  void theFirstForgottenOneAloneIsToldOf() {
    Handles.Handle first = open();
    Handles.Handle another = open();
    first.cleanable.clean();
    another.cleanable.clean();
    assertEquals(2, released.get());
    assertEquals(1, told.size());
    assertTrue(told.getFirst().startsWith("a cursor of the store "), told::getFirst);
  }

  @Test
  void nothingIsDoneOnceTheStoreIsClosed() {
    Handles.Handle forgotten = open();
    Handles.Handle closed = open();
    isOpen.set(false);
    forgotten.cleanable.clean();
    assertEquals(0, released.get());
    closed.close(this);
    assertEquals(1, released.get());
    assertTrue(told.isEmpty());
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }

  private static void putAll(Db db) {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), key(i));
    }
    db.flush();
  }

  private static long tables(SimulatedDisk disk) {
    return disk.filesAtRest(Stores.PATH).names().stream()
        .filter(name -> name.endsWith(".sst"))
        .count();
  }

  /** Waits until the garbage collector has found an object, and then the cleaner done its part. */
  private static void awaitForgotten(
      PhantomReference<Object> reference, ReferenceQueue<Object> queue, BooleanSupplier released)
      throws InterruptedException {
    Reference<?> found = null;
    for (int i = 0; i < WAITS_MAX && found == null; i++) {
      System.gc();
      found = queue.remove(100);
    }
    assertEquals(reference, found);
    for (int i = 0; i < WAITS_MAX && !released.getAsBoolean(); i++) {
      assertNull(queue.remove(100)); // the cleaner has its own thread and nothing to wait for
    }
    assertTrue(released.getAsBoolean());
  }

  private static PhantomReference<Object> forgetCursor(Db db, ReferenceQueue<Object> queue) {
    Cursor cursor = db.scan(KeyRange.all());
    assertTrue(cursor.next());
    return new PhantomReference<>(cursor, queue);
  }

  @Test
  void aForgottenCursorLetsItsFilesGo() throws InterruptedException {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db);
      PhantomReference<Object> cursor = forgetCursor(db, queue);
      putAll(db);
      db.compact();
      awaitForgotten(cursor, queue, () -> tables(disk) == 1);
    }
  }

  private static PhantomReference<Object> forgetSnapshot(Db db, ReferenceQueue<Object> queue) {
    return new PhantomReference<>(db.snapshot(), queue);
  }

  @Test
  void aForgottenSnapshotLetsItsMomentGo() throws InterruptedException {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    try (Db db = Stores.open(new SimulatedDisk(), OPTIONS)) {
      putAll(db);
      PhantomReference<Object> snapshot = forgetSnapshot(db, queue);
      putAll(db);
      awaitForgotten(snapshot, queue, () -> hasOneEntryForEachKey(db));
    }
  }

  private static boolean hasOneEntryForEachKey(Db db) {
    db.compact();
    return db.stats().entries() == KEYS;
  }

  /** A cursor is forgotten only when its last move has ended, whatever the compiler finds out. */
  @Test
  void whatIsInUseIsNotForgotten() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Thread collector =
        new Thread(
            () -> {
              while (!done.get()) {
                System.gc();
              }
            });
    try (Db db = Stores.open(new SimulatedDisk(), OPTIONS)) {
      putAll(db);
      collector.start();
      for (int i = 0; i < 100; i++) {
        int found = 0;
        Cursor cursor = db.scan(KeyRange.all());
        while (cursor.next()) {
          found++;
        }
        assertEquals(KEYS, found);
        assertNotNull(db.get(key(i), db.snapshot()));
      }
    } finally {
      done.set(true);
      collector.join();
    }
  }
}
