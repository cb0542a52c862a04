package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A keyspace is dropped whose flush waits for room: nobody waits for that flush any more. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CloseAfterDropTest {

  private static final DbOptions OPTIONS = DbOptions.builder().blockCacheBytes(0).build();
  private static final int VALUE_BYTES = 10_000;

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void theStoreIsFlushedAndClosed() {
    Db db = Stores.open(disk, OPTIONS);
    Keyspace dropped = db.keyspace("dropped");
    fill(dropped, 300);
    disk.limit(disk.usedBytes() + 1000);
    assertThrows(DbNoSpaceException.class, dropped::flush);
    db.dropKeyspace("dropped");
    disk.limit(Long.MAX_VALUE);
    int large = 600; // more than a closing leaves in the log
    fill(db, large);
    db.close();
    try (Db again = Stores.open(disk, OPTIONS)) {
      assertArrayEquals(value(large - 1), again.get(key(large - 1)));
    }
  }

  private static void fill(KeyValueMap map, int count) {
    for (int i = 0; i < count; i++) {
      map.put(key(i), value(i));
    }
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + number).array();
  }

  private static byte[] value(int number) {
    return Bytes.numbered(number, VALUE_BYTES).array();
  }
}
