package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StoreReaderTest {

  private static final byte[] KEY = {1};

  /** What a cursor holds is let go of where none comes of it. */
  @Test
  @SuppressWarnings("NullAway") // a way to fail that needs no damage
  void aScanThatFailsHoldsNothing() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    DbOptions options = DbOptions.builder().build();
    try (Store store =
        new StoreOpener(disk, Stores.PATH, options, Workers.inline(), new Random(1)).open(true)) {
      store.put(KEY, KEY, Durability.PROCESS);
      store.flush();
      assertThrows(NullPointerException.class, () -> store.reader().scan(null, -1));
      store.put(KEY, KEY, Durability.PROCESS);
      store.compact();
      assertEquals(
          1,
          disk.filesAtRest(Stores.PATH).names().stream().filter(n -> n.endsWith(".sst")).count());
    }
  }
}
