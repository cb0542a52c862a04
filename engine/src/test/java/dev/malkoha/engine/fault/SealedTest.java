package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.background.Workers.Ticker;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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
    assertThrows(Throwable.class, () -> db.withDurability(Durability.SYNC).put(key(2), VALUE));
    assertThrows(DbSealedException.class, () -> db.put(key(3), VALUE));
    assertThrows(
        DbSealedException.class, () -> db.withDurability(Durability.SYNC).put(key(3), VALUE));
    assertArrayEquals(VALUE, db.get(key(1)));
  }

  /** Whatever keeps a write from the log: nobody knows what stands in it. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void saysSoAtOnceWhenTheLogCannotBeWritten(Fault.Kind kind) throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    Db db = Stores.open(disk, telling(told));
    db.put(key(1), VALUE);
    disk.fail(Fault.at(CallKind.MAPPED_WRITE, disk.calls(CallKind.MAPPED_WRITE)).as(kind));
    Throwable end = assertThrows(Throwable.class, () -> db.put(key(2), VALUE));
    assertTrue(end instanceof DbIoException || end instanceof Error, end::toString);
    assertEquals(1, db.stats().metric("sealed").value());
    told.await();
    assertThrows(DbSealedException.class, () -> db.put(key(3), VALUE));
    assertArrayEquals(VALUE, db.get(key(1)));
    assertNull(db.get(key(2)));
    assertThrows(DbException.class, db::close);
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertArrayEquals(VALUE, again.get(key(1)));
      assertNull(again.get(key(3)));
    }
  }

  /** Nobody writes who would find out. */
  @Test
  void saysSoAtOnceWhenTheLogCannotBeForcedAtRest() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    List<Runnable> ticks = new ArrayList<>();
    Ticker clock =
        new Ticker() {
          @Override
          public void everySeconds(int seconds, Runnable work) {
            ticks.add(work);
          }

          @Override
          public boolean after(long millis, Runnable work) {
            return false;
          }
        };
    Workers workers = Workers.of(Runnable::run, Runnable::run, Runnable::run, clock);
    Db db = Stores.open(disk, telling(told), workers);
    db.put(key(1), VALUE);
    disk.fail(Fault.at(CallKind.MAPPED_FORCE, disk.calls(CallKind.MAPPED_FORCE)));
    ticks.forEach(Runnable::run);
    told.await();
    assertEquals(1, db.stats().metric("sealed").value());
    assertThrows(DbSealedException.class, () -> db.put(key(2), VALUE));
    assertThrows(DbException.class, db::close);
  }

  /** What a careless copy, or a cleaning, does to a live store. */
  @Test
  void saysSoAtOnceWhenTheLogIsCutShort(@TempDir Path directory) throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    Db db = Db.open(directory, telling(told));
    db.put(key(1), VALUE);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.newByteChannel(log, StandardOpenOption.WRITE).truncate(0).close();
      }
    }
    assertThrows(DbIoException.class, () -> db.put(key(2), VALUE));
    assertEquals(1, db.stats().metric("sealed").value());
    told.await();
    assertThrows(DbSealedException.class, () -> db.put(key(3), VALUE));
    assertThrows(DbException.class, db::close);
  }

  private static DbOptions telling(CountDownLatch told) {
    return DbOptions.builder()
        .memTableBytes(4096)
        .tableBytes(4096)
        .listener(
            new DbListener() {
              @Override
              public void sealed(Sealed event) {
                told.countDown();
              }
            })
        .build();
  }

  private static byte[] key(int number) {
    return ("key" + number).getBytes(StandardCharsets.UTF_8);
  }
}
