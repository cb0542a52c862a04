package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.store.Workers;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that has met a failure refuses writes, lets nobody wait, and goes on answering. */
@Timeout(60)
class SealedTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).build();
  private static final byte[] VALUE = new byte[1000];

  private final SimulatedDisk disk = new SimulatedDisk();
  private final HeldDisk held = new HeldDisk(disk);

  @Test
  void wakesAWriterThatWaitsForAFlushThatFails() throws InterruptedException {
    Db db = Stores.open(held, OPTIONS, Workers.threads(1));
    held.hold(Work.FLUSH);
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread writer = new Thread(() -> writeUntilRefused(db));
    writer.setUncaughtExceptionHandler((thread, e) -> end.set(e));
    writer.start();
    awaitWaiting(writer);
    held.fail();
    writer.join();
    assertInstanceOf(DbSealedException.class, end.get());
    assertTrue(db.scan(KeyRange.all()).next());
    db.close();
  }

  private static void writeUntilRefused(Db db) {
    for (int i = 0; ; i++) {
      db.put(key(i), VALUE);
    }
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void answersReadsAndRefusesWritesAfterAFailedFlush() {
    Db db = Stores.open(held, OPTIONS);
    db.put(key(1), VALUE);
    Snapshot snapshot = db.snapshot();
    held.fail();
    assertThrows(DbSealedException.class, db::flush);
    assertThrows(DbSealedException.class, () -> db.put(key(2), VALUE));
    assertThrows(DbSealedException.class, () -> db.delete(key(1)));
    assertThrows(DbSealedException.class, db::compact);
    assertThrows(DbSealedException.class, db::awaitIdle);
    assertArrayEquals(VALUE, db.get(key(1)));
    assertArrayEquals(VALUE, db.get(key(1), snapshot));
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertTrue(cursor.next());
      assertArrayEquals(key(1), cursor.key());
    }
    assertEquals(0, db.stats().tablesPerLevel()[0]);
    db.close();
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertArrayEquals(VALUE, again.get(key(1)));
    }
  }

  @Test
  void saysSoWhenACompactionFails() {
    Db db = Stores.open(held, OPTIONS);
    db.put(key(1), VALUE);
    db.flush();
    held.fail();
    assertThrows(DbSealedException.class, db::compact);
    assertThrows(DbSealedException.class, db::awaitIdle);
    assertArrayEquals(VALUE, db.get(key(1)));
    db.close();
  }

  /** After it nobody knows what of the log is durable, whatever kept it from being forced. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void acknowledgesNothingAfterAFailedForce(Fault.Kind kind) {
    Db db = Stores.open(disk, OPTIONS);
    db.put(key(1), VALUE);
    disk.fail(Fault.at(CallKind.MAPPED_FORCE, disk.calls(CallKind.MAPPED_FORCE)).as(kind));
    assertThrows(Throwable.class, () -> db.put(key(2), VALUE, Durability.SYNC));
    assertThrows(DbSealedException.class, () -> db.put(key(3), VALUE));
    assertThrows(DbSealedException.class, () -> db.put(key(3), VALUE, Durability.SYNC));
    assertArrayEquals(VALUE, db.get(key(1)));
  }

  private static byte[] key(int number) {
    return ("key" + number).getBytes(StandardCharsets.UTF_8);
  }
}
