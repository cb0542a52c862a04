package dev.malkoha.engine.facade;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** What a reader or a cursor that was closed keeps in memory, while somebody holds it. */
class ClosedReaderTest {

  private static final int COLLECTIONS_MAX = 10;

  @Test
  void holdsNoMemtable() {
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.put(new byte[] {1}, new byte[] {2});
    }
    StoreReader reader = (StoreReader) Stores.openReadOnly(disk, DbOptions.defaults());
    WeakReference<MemTable> memTable = new WeakReference<>(reader.tree.view().active());
    reader.close();
    assertGone(memTable, reader);
  }

  @Test
  void aCursorHoldsNoTransaction() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      Transaction transaction = db.transaction();
      WeakReference<Transaction> of = new WeakReference<>(transaction);
      Cursor cursor = transaction.scan(KeyRange.all());
      cursor.close();
      transaction.close();
      transaction = null;
      assertGone(of, cursor);
    }
  }

  private static void assertGone(WeakReference<?> what, Object holder) {
    for (int i = 0; i < COLLECTIONS_MAX && what.get() != null; i++) {
      System.gc();
    }
    try {
      assertNull(what.get());
    } finally {
      Reference.reachabilityFence(holder);
    }
  }
}
