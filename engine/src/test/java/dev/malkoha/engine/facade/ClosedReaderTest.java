package dev.malkoha.engine.facade;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** What a reader that was closed keeps in memory, while somebody holds it. */
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
    for (int i = 0; i < COLLECTIONS_MAX && memTable.get() != null; i++) {
      System.gc();
    }
    try {
      assertNull(memTable.get());
    } finally {
      Reference.reachabilityFence(reader);
    }
  }
}
