package dev.malkoha.engine.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.HeapTight;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What open tables keep in memory counts, and is told before it is too much for the heap. */
final class HeapUseTest {

  private static final long HEAP = 256 << 10;
  private static final long MEMTABLES = 128 << 10;

  private final List<HeapTight> told = new CopyOnWriteArrayList<>();
  private final DbListener listener =
      new DbListener() {
        @Override
        public void heapTight(HeapTight event) {
          told.add(event);
        }
      };

  private static byte[] key(int number) {
    return "a rather long key %06d".formatted(number).getBytes(UTF_8);
  }

  private static double bytes(DbStats stats, String metric) {
    return stats.metric(metric).value();
  }

  @Test
  void aStoreWhoseTablesOutgrowTheHeapSaysSo() {
    SharedResources.Builder builder =
        SharedResources.builder().blockCacheBytes(0).memTableBytes(MEMTABLES);
    try (SharedResources shared = Stores.build(builder, HEAP)) {
      DbOptions options =
          DbOptions.builder().resources(shared).blockBytes(1 << 10).listener(listener).build();
      try (Db db = Stores.openSharing(new SimulatedDisk(), Stores.PATH, options)) {
        db.put(key(0), new byte[1_000]);
        db.flush();
        for (int i = 0; i < 4_000; i++) {
          db.put(key(i), new byte[1_000]);
        }
        db.compact();
        DbStats full = db.stats();
        assertEquals(HEAP, bytes(full, "memory.heap"));
        assertEquals(
            MEMTABLES + bytes(full, "filter.size") + bytes(full, "index.size"),
            bytes(full, "memory.max"));
        assertTrue(bytes(full, "index.size") > 4_000 * 20, "an index of 4,000 blocks");

        db.deleteRange(key(0), key(4_000));
        db.compact();
        assertEquals(MEMTABLES, bytes(db.stats(), "memory.max"), "no table, nothing kept");
      }
    }
    assertTrue(!told.isEmpty() && told.size() < 10, () -> "told " + told);
    HeapTight first = told.getFirst();
    assertEquals(MEMTABLES, first.memoryBytesMax());
    assertEquals(HEAP, first.heapBytes());
    assertTrue(4 * (MEMTABLES + first.tableBytes()) > 3 * HEAP, first::toString);
    assertTrue(
        told.getLast().tableBytes() > first.tableBytes() || told.size() == 1, told::toString);
  }

  @Test
  void aStoreWithEnoughHeapSaysNothing() {
    SharedResources.Builder builder =
        SharedResources.builder().blockCacheBytes(0).memTableBytes(MEMTABLES);
    try (SharedResources shared = Stores.build(builder, 100 * HEAP)) {
      DbOptions options = DbOptions.builder().resources(shared).listener(listener).build();
      try (Db db = Stores.openSharing(new SimulatedDisk(), Stores.PATH, options)) {
        for (int i = 0; i < 1_000; i++) {
          db.put(key(i), new byte[1_000]);
        }
        db.compact();
      }
    }
    assertEquals(List.of(), told);
  }
}
