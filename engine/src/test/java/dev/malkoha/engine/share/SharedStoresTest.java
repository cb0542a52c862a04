package dev.malkoha.engine.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What users see of resources that stores share. */
@Timeout(120)
class SharedStoresTest {

  private static final byte[] VALUE = new byte[1000];

  private final SimulatedDisk disk = new SimulatedDisk();

  private static SharedResources.Builder small() {
    return SharedResources.builder().memTableBytes(256 << 10).blockCacheBytes(1 << 20);
  }

  private static DbOptions.Builder options(SharedResources shared) {
    return DbOptions.builder().resources(shared).compression(Compression.NONE);
  }

  private Db open(String name, SharedResources shared) {
    return Stores.openSharing(disk, Path.of("/" + name), options(shared).build());
  }

  private static byte[] key(int number) {
    return Bytes.numbered(number, Integer.BYTES).array();
  }

  private static void write(Db db, int from, int count) {
    for (int i = from; i < from + count; i++) {
      db.put(key(i), VALUE);
    }
  }

  @Test
  void refusesToCloseWhileStoresUseItAndSaysWhich() {
    SharedResources shared = small().build();
    Db first = open("first", shared);
    Db second = open("second", shared);
    IllegalStateException e = assertThrows(IllegalStateException.class, shared::close);
    assertTrue(String.valueOf(e.getMessage()).contains("/first, /second"), e.getMessage());
    first.close();
    write(second, 0, 1_000);
    e = assertThrows(IllegalStateException.class, shared::close);
    assertFalse(String.valueOf(e.getMessage()).contains("/first"), e.getMessage());
    second.close();
    second.close();
    assertEquals(List.of(), shared.stores());
    shared.close();
    shared.close();
    assertThrows(IllegalStateException.class, () -> open("third", shared));
  }

  @Test
  void aStoreThatCouldNotBeOpenedDoesNotCount() {
    SharedResources shared = small().build();
    DbOptions options = options(shared).build();
    disk.fail(Fault.from(CallKind.CREATE, disk.calls(CallKind.CREATE)));
    assertThrows(DbException.class, () -> Stores.openSharing(disk, Path.of("/broken"), options));
    disk.repair();
    assertThrows(DbException.class, () -> Stores.openReadOnly(disk, Path.of("/missing"), options));
    assertEquals(List.of(), shared.stores());
    assertEquals(0, shared.memTableBytesUsed());
    shared.close();
  }

  @Test
  void isNotStoredWithTheData() {
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      assertSame(shared, db.options().resources());
      assertNull(DbOptions.parse(db.storedOptions()).resources());
    }
    Stores.open(disk, Path.of("/store"), DbOptions.defaults(), inline(), false).close();
  }

  private static Workers inline() {
    return Workers.inline();
  }

  @Test
  void oneBlockCacheServesAll() {
    try (SharedResources shared = small().build();
        Db other = open("other", shared)) {
      write(other, 0, 100);
      other.flush();
      long each;
      try (Db one = open("one", shared)) {
        write(one, 0, 100);
        one.flush();
        assertNotNull(one.first()); // a walk keeps the blocks that it reads
        each = shared.blockCacheBytesUsed();
        assertTrue(each > 0);
        assertNotNull(other.first());
        assertEquals(2 * each, shared.blockCacheBytesUsed());
        assertEquals(2 * each, one.stats().count("block.cache"));
      }
      assertEquals(each, shared.blockCacheBytesUsed());
    }
  }

  @Test
  void aBatchThatTheBudgetCanNeverHoldIsRefused() {
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      write(db, 0, 50);
      WriteBatch batch = new WriteBatch().put(key(100), new byte[256 << 10]);
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> db.write(batch));
      assertTrue(String.valueOf(e.getMessage()).contains("shared"), e.getMessage());
      assertNull(db.get(key(100)));
      db.put(key(101), new byte[200 << 10]);
      assertTrue(shared.memTableBytesUsed() <= 256 << 10);
    }
  }

  @Test
  void anOpeningWithoutMuchMemoryFlushesWhatTheLogHolds() {
    try (Db db = Stores.open(disk, Path.of("/store"), DbOptions.defaults(), inline(), true)) {
      write(db, 0, 2_000);
    }
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      write(db, 2_000, 100);
      db.awaitIdle();
      assertTrue(shared.memTableBytesUsed() <= 256 << 10);
      for (int i = 0; i < 2_100; i++) {
        assertArrayEquals(VALUE, db.get(key(i)));
      }
    }
  }

  @Test
  void aDroppedKeyspaceGivesItsMemoryBack() {
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      db.keyspace("orders").put(key(1), VALUE);
      assertTrue(shared.memTableBytesUsed() > 0);
      db.dropKeyspace("orders");
      assertEquals(0, shared.memTableBytesUsed());
    }
  }

  @Test
  void aTransactionThatConflictsKeepsNoMemory() {
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      Keyspace orders = db.keyspace("orders");
      Transaction transaction = db.transaction().serializable();
      assertNull(transaction.get(key(1)));
      transaction.in(orders).put(key(2), new byte[100 << 10]);
      db.put(key(1), VALUE);
      long before = shared.memTableBytesUsed();
      assertThrows(TransactionConflictException.class, transaction::commit);
      assertEquals(before, shared.memTableBytesUsed());
    }
  }

  /** Its keyspace is dropped while the write waits: it is not first in the line any more. */
  @Test
  void aWriteThatWaitsInVainKeepsNoOtherStoreWaiting() throws Exception {
    List<Runnable> held = new ArrayList<>();
    Workers noFlush = Workers.of(held::add, Runnable::run, Runnable::run, Workers.Ticker.NEVER);
    try (SharedResources shared = small().build();
        Db db = open("store", shared)) {
      Db busy = Stores.open(disk, Path.of("/busy"), options(shared).build(), noFlush, true);
      write(busy, 0, 60);
      Keyspace orders = db.keyspace("orders");
      FutureTask<Void> write =
          new FutureTask<>(() -> orders.put(key(1), new byte[200 << 10]), null);
      Thread writer = Thread.ofPlatform().start(write);
      while (writer.getState() != Thread.State.WAITING
          && writer.getState() != Thread.State.TIMED_WAITING) {
        assertFalse(write.isDone(), "it found memory");
        Thread.onSpinWait();
      }
      db.dropKeyspace("orders");
      ExecutionException e = assertThrows(ExecutionException.class, write::get);
      assertTrue(String.valueOf(e.getCause()).contains("was dropped"), e::toString);
      while (!held.isEmpty()) {
        held.removeFirst().run();
      }
      write(busy, 60, 50);
      busy.close();
    }
  }

  @Test
  void aSealedStoreHoldsNothingOfTheBudget() {
    SimulatedDisk broken = new SimulatedDisk();
    try (SharedResources shared = small().build();
        Db healthy = open("healthy", shared)) {
      Db db = Stores.openSharing(broken, Path.of("/broken"), options(shared).build());
      write(db, 0, 50);
      broken.fail(Fault.from(CallKind.CREATE, broken.calls(CallKind.CREATE)));
      assertThrows(DbSealedException.class, db::flush);
      assertEquals(0, shared.memTableBytesUsed());
      write(healthy, 0, 1_000);
      assertArrayEquals(VALUE, db.get(key(49)));
      db.close();
    }
  }

  /** One store's disk is full: the others go on with what it leaves them. */
  @Test
  void aFullDiskOfOneStoreDoesNotStopTheOthers() {
    SimulatedDisk full = new SimulatedDisk();
    try (SharedResources shared = small().build();
        Db healthy = open("healthy", shared);
        Db db = Stores.openSharing(full, Path.of("/full"), options(shared).build())) {
      full.limit(full.usedBytes());
      assertThrows(DbException.class, () -> write(db, 0, 10_000));
      write(healthy, 0, 2_000);
      assertTrue(shared.memTableBytesUsed() <= 256 << 10);
      full.limit(Long.MAX_VALUE);
      db.flush();
      write(db, 10_000, 1_000);
      db.awaitIdle();
      healthy.awaitIdle();
      assertArrayEquals(VALUE, db.get(key(10_999)));
    }
  }

  /** The same where nobody can flush: a clear error, and no end of memory. */
  @Test
  void aFullDiskOfAllStoresRefusesWrites() {
    try (SharedResources shared = small().build();
        Db one = open("one", shared);
        Db other = open("other", shared)) {
      write(one, 0, 10);
      write(other, 0, 10);
      disk.limit(disk.usedBytes());
      assertThrows(DbException.class, () -> write(one, 10, 10_000));
      assertThrows(DbException.class, () -> write(other, 10, 10_000));
      assertTrue(shared.memTableBytesUsed() <= 256 << 10);
      disk.limit(Long.MAX_VALUE);
      one.flush();
      other.flush();
      write(one, 20_000, 500);
      write(other, 20_000, 500);
    }
  }

  @Test
  void backgroundWritingKeepsToItsPace() {
    long[] rested = new long[1];
    Clock clock =
        new Clock() {
          @Override
          public long nanos() {
            return rested[0];
          }

          @Override
          public void rest(long nanos) {
            rested[0] += nanos;
          }
        };
    SharedResources shared = Stores.build(small().writeBytesPerSecond(64 << 10), clock);
    try (Db db = Stores.open(disk, Path.of("/store"), options(shared).build(), inline(), true)) {
      write(db, 0, 640);
      db.flush();
    }
    shared.close();
    double seconds = rested[0] / 1e9;
    assertTrue(seconds > 8, "640 KB took " + seconds + " seconds");
  }

  @Test
  void readsOnlyStoresShareTheCache() {
    try (SharedResources shared = small().build()) {
      try (Db db = open("store", shared)) {
        write(db, 0, 100);
        db.flush();
        try (DbReader beside =
            Stores.openReadOnly(disk, Path.of("/store"), options(shared).build())) {
          assertArrayEquals(VALUE, beside.get(key(7)));
          assertNotNull(beside.first());
          assertEquals(2, shared.stores().size());
          assertTrue(shared.blockCacheBytesUsed() > 0);
        }
      }
      assertEquals(0, shared.blockCacheBytesUsed());
    }
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    SharedResources.Builder builder = SharedResources.builder();
    List<Runnable> wrong = new ArrayList<>();
    wrong.add(() -> builder.blockCacheBytes(-1));
    wrong.add(() -> builder.memTableBytes((128 << 10) - 1));
    wrong.add(() -> builder.backgroundThreads(0));
    wrong.add(() -> builder.maxOpenFiles(3));
    wrong.add(() -> builder.writeBytesPerSecond(1));
    wrong.add(() -> builder.writeBytesPerSecond(-1));
    wrong.forEach(setting -> assertThrows(IllegalArgumentException.class, setting::run));
    builder.writeBytesPerSecond(0).build().close();
  }

  /** Each memtable takes whole steps of the memory: eight of them more than a store may have. */
  @Test
  void aBatchOverMoreKeyspacesThanThereIsMemoryForIsRefusedAndDoesNotWait() {
    try (SharedResources shared = SharedResources.builder().memTableBytes(128 << 10).build();
        Db other = open("other", shared);
        Db db = open("store", shared)) {
      write(other, 0, 10);
      db.write(overKeyspaces(db, 7));
      assertNotNull(db.keyspace("k7").get(key(1)));
      WriteBatch wide = overKeyspaces(db, 8);
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> db.write(wide));
      assertTrue(String.valueOf(e.getMessage()).contains("write it in parts"), e.getMessage());
      assertNull(db.keyspace("k8").get(key(1)));
    }
  }

  private static WriteBatch overKeyspaces(Db db, int count) {
    WriteBatch batch = new WriteBatch();
    for (int i = 1; i <= count; i++) {
      batch.in(db.keyspace("k" + i)).put(key(1), new byte[100]);
    }
    return batch;
  }

  @Test
  void whatCannotFitInTheHeapIsRefused() {
    long heap = Runtime.getRuntime().maxMemory();
    SharedResources.Builder builder =
        SharedResources.builder().memTableBytes(heap / 2).blockCacheBytes(heap / 2 + 1024);
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, builder::build);
    assertTrue(String.valueOf(e.getMessage()).contains("raise -Xmx or lower"), e.getMessage());
    try (SharedResources shared = small().build()) {
      assertEquals((1 << 20) + (256 << 10), shared.memoryBytesMax());
      assertEquals(shared.memoryBytesMax(), options(shared).build().memoryBytesMax());
    }
    assertEquals((4 * 64L) << 20, DbOptions.defaults().memoryBytesMax());
  }
}
