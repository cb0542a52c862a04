package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import org.junit.jupiter.api.Test;

/** After {@code sync} all that was acknowledged before it survives a power cut. */
final class SyncTest {

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] key(int number) {
    return "key%06d".formatted(number).getBytes(UTF_8);
  }

  private static long countAfterPowerCut(SimulatedDisk disk) {
    try (Db again = Stores.open(disk.crash(CrashState.SYNCED_ONLY, 0), DbOptions.defaults())) {
      return again.count(KeyRange.all()) + again.keyspace("other").count(KeyRange.all());
    }
  }

  @Test
  void whatWasWrittenBeforeSurvivesAPowerCut() {
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      for (int i = 0; i < 1_000; i++) {
        db.put(key(i), key(i));
      }
      db.keyspace("other").put(key(1), key(1));
      assertTrue(countAfterPowerCut(disk) < 1_001, "it was not durable before");
      db.sync();
      assertEquals(1_001, countAfterPowerCut(disk));
      db.put(key(5_000), key(1));
      db.sync();
      db.sync();
      assertEquals(1_002, countAfterPowerCut(disk));
    }
  }

  @Test
  void aFailingDeviceIsTold() {
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.put(key(1), key(1));
      disk.fail(Fault.at(CallKind.MAPPED_FORCE, disk.calls(CallKind.MAPPED_FORCE)));
      assertThrows(DbException.class, db::sync);
      assertThrows(DbException.class, db::sync, "and nothing is forced twice");
      disk.repair();
    } catch (DbException e) {
      // the end of the log could not be forced either
    }
  }

  @Test
  void aClosedStoreHasNone() {
    Db db = Stores.open(disk, DbOptions.defaults());
    db.close();
    assertThrows(IllegalStateException.class, db::sync);
  }
}
