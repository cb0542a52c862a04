package dev.malkoha.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Keys that are to collide do. */
class CollidingKeysTest {

  @Test
  void theirHashesAreEqual() {
    KeyHasher hasher = Stores.hasher();
    CollidingKeys collisions = new CollidingKeys(hasher);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      List<Bytes> pair = collisions.pair(random);
      assertNotEquals(pair.get(0), pair.get(1));
      assertEquals(hash(hasher, pair.get(0)), hash(hasher, pair.get(1)));
    }
  }

  private static long hash(KeyHasher hasher, Bytes key) {
    return hasher.hash(key.array(), 0, key.length());
  }

  @Test
  void theStoresHashByThatFunction() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Stores.open(disk, DbOptions.defaults()).close();
    try (Directory directory = disk.openDirectory(Stores.PATH)) {
      long seed = ManifestReader.readInForce(directory).state().identity().hashSeed();
      Bytes key = Bytes.of("any key");
      assertEquals(hash(new KeyHasher(seed), key), hash(Stores.hasher(), key));
    }
  }
}
