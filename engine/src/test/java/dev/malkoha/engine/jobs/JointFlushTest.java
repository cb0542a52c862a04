package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memtables of several keyspaces that were frozen at the same moment. */
class JointFlushTest {

  private static final DbOptions OPTIONS = DbOptions.builder().blockCacheBytes(0).build();
  private static final byte[] KEY = {1};
  private static final int LARGE_BYTES = 32 << 10;

  private static byte[] large() {
    byte[] value = new byte[LARGE_BYTES];
    new SplittableRandom(1).nextBytes(value);
    return value;
  }

  /** What is written gives its memory back before all is. */
  @ParameterizedTest
  @CsvSource({"1, 64, 1000", "2, 65, 1000", "3, 129, 1", "1, 4, 4000000", "2, 3, 8000000"})
  void manyOrLargeOnesGoBySeveralEdits(int edits, int keyspaces, int bytes) {
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int i = 0; i < keyspaces; i++) {
        db.keyspace("k" + i).put(KEY, new byte[bytes]);
      }
      AtomicInteger forces = new AtomicInteger();
      disk.onCall(call -> forces.addAndGet(isManifestForce(call) ? 1 : 0));
      db.flush();
      assertEquals(edits, forces.get());
      disk.onCall(call -> {});
      for (int i = 0; i < keyspaces; i++) {
        assertEquals(1, db.keyspace("k" + i).stats().tablesPerLevel()[0]);
      }
    }
  }

  private static boolean isManifestForce(Call call) {
    return call.kind() == CallKind.FORCE && call.name().startsWith("MANIFEST");
  }

  /** At every call to a table's file; the large table is written once, in either order. */
  @ParameterizedTest
  @CsvSource({"a, b", "b, a"})
  void aDropHoldsUpNoOther(String dropped, String large) throws IOException {
    for (When when : List.of(When.TABLE_WRITE, When.TABLE_READ)) {
      int call = 0;
      while (isDroppedMeanwhile(dropped, large, when, call)) {
        call++;
      }
      assertTrue(call > 2, call + " calls");
    }
  }

  /** Whether there were so many calls before the one at which the keyspace is dropped. */
  private static boolean isDroppedMeanwhile(String dropped, String large, When when, int calls)
      throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    MeanwhileDisk meanwhile = new MeanwhileDisk(disk);
    Set<String> written = new HashSet<>();
    disk.onCall(call -> noteLarge(call, written));
    boolean isDropped;
    try (Db db = Stores.open(meanwhile, OPTIONS)) {
      db.keyspace("a").put(KEY, KEY);
      db.keyspace("b").put(KEY, KEY);
      Keyspace kept = db.keyspace(large);
      kept.put(KEY, large());
      meanwhile.after(calls, when, () -> db.dropKeyspace(dropped));
      db.flush();
      isDropped = meanwhile.end();
      assertEquals(1, written.size(), "writings of the large table, " + when + " " + calls);
      assertEquals(1, kept.stats().tablesPerLevel()[0]);
      assertArrayEquals(large(), kept.get(KEY));
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
    long files =
        disk.openDirectory(Stores.PATH).list().stream().filter(JointFlushTest::isTable).count();
    assertEquals(isDropped ? 1 : 2, files);
    return isDropped;
  }

  private static boolean isTable(String name) {
    return name.endsWith(".sst");
  }

  private static void noteLarge(Call call, Set<String> written) {
    if (call.kind() == CallKind.APPEND && isTable(call.name()) && call.length() > LARGE_BYTES / 2) {
      written.add(call.name());
    }
  }
}
