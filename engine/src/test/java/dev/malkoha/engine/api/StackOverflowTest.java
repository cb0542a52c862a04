package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A test of threads: one recurses without end, as a user's may, and writes as it leaves each frame.
 * So its stack, whose depth the machine says, ends in every place of a write, and in the handling
 * of that. What is acknowledged then and later is there.
 */
@Tag("hunt")
class StackOverflowTest {

  private static final int STORES = Trials.count(5);
  private static final int KEYS = 2_000;
  private static final int LATER = 1_000;
  private static final long STACK_BYTES = 600_000;
  private static final byte[] VALUE = {1};

  private SimulatedDisk disk = new SimulatedDisk();
  private final DbOptions options = DbOptions.builder().memTableBytes(1 << 20).build();
  private final List<byte[]> acknowledged = new ArrayList<>();
  private Db db = Stores.open(disk, options);
  private SplittableRandom random = new SplittableRandom(0);
  private int overflows;
  private boolean isSealed;

  @Test
  void nothingAcknowledgedIsLost() throws InterruptedException {
    for (int store = 0; store < STORES; store++) {
      random = new SplittableRandom(store);
      for (int i = 0; i < KEYS; i++) {
        put("k" + i);
      }
      overflow();
      disk = disk.kill(); // what else there is to do after an overflow
      db = Stores.open(disk, options);
      isSealed = false;
      for (byte[] key : acknowledged) {
        assertNotNull(db.get(key), () -> "lost: " + new String(key, UTF_8));
      }
    }
    db.close();
    assertTrue(overflows > 0, "no stack has ended within a write");
  }

  /** One thread: a lock that an overflow has left to it is no hindrance. */
  private void overflow() throws InterruptedException {
    Thread thread =
        new Thread(
            null,
            () -> {
              recurseAndCatch();
              for (int i = 0; i < LATER; i++) {
                put("later" + i);
              }
            },
            "deep",
            STACK_BYTES);
    thread.start();
    thread.join();
  }

  private void recurseAndCatch() {
    try {
      recurse();
    } catch (StackOverflowError e) {
      // as it must
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private void recurse() {
    try {
      recurse();
    } finally {
      putOrOverflow();
    }
  }

  private void putOrOverflow() {
    try {
      put("k" + random.nextInt(KEYS));
    } catch (StackOverflowError e) {
      overflows++;
    }
  }

  private void put(String name) {
    if (!isSealed) {
      byte[] key = name.getBytes(UTF_8);
      try {
        db.put(key, VALUE);
        acknowledged.add(key);
      } catch (DbSealedException e) {
        isSealed = true;
      }
    }
  }
}
