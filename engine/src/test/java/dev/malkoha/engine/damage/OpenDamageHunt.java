package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/**
 * A search through stores whose files change while they are open, each told by its seed: true if an
 * answer is wrong and no damage was told. Any thread.
 */
public final class OpenDamageHunt implements LongPredicate {
  private static final int READS = 400;

  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger right = new AtomicInteger();

  /** Prepares nothing. */
  public OpenDamageHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      run(seed);
      return false;
    } catch (AssertionError | RuntimeException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads that were refused by now, since they met damage. */
  int refused() {
    return refused.get();
  }

  /** Reads that were answered by now. */
  int right() {
    return right.get();
  }

  /** Damages the store of a seed; throws an assertion's error where an answer is wrong. */
  void run(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, options(random))) {
      NavigableMap<byte[], byte[]> expected = fill(db, random);
      List<byte[]> keys = List.copyOf(expected.keySet());
      if (random.nextBoolean()) {
        for (byte[] key : keys) {
          assertArrayEquals(expected.get(key), db.get(key));
        }
      }
      flipBits(disk.filesAtRest(Stores.PATH), random);
      for (int i = 0; i < READS; i++) {
        try {
          read(db, expected, keys, random);
          right.incrementAndGet();
        } catch (DbCorruptionException e) {
          refused.incrementAndGet();
        }
      }
    }
  }

  private static DbOptions options(SplittableRandom random) {
    Compression[] kinds = {Compression.NONE, Compression.LZ4, Compression.SNAPPY, Compression.ZSTD};
    return DbOptions.builder()
        .memTableBytes(64 << 10)
        .blockBytes(1 << (10 + random.nextInt(3)))
        .blockCacheBytes(random.nextInt(3) * 40_960L)
        .valueFileThreshold(random.nextBoolean() ? 0 : 4_096)
        .compression(kinds[random.nextInt(kinds.length)])
        .build();
  }

  private static NavigableMap<byte[], byte[]> fill(Db db, SplittableRandom random) {
    NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
    int range = 200 + random.nextInt(1_500);
    for (int i = 0; i < range; i++) {
      byte[] key = ("key" + random.nextInt(range)).getBytes(UTF_8);
      byte[] value = new byte[random.nextInt(random.nextInt(40) == 0 ? 20_000 : 200)];
      random.nextBytes(value);
      Arrays.fill(value, value.length / 2, value.length, (byte) i);
      db.put(key, value);
      expected.put(key, value);
    }
    db.flush();
    if (random.nextBoolean()) {
      db.compact();
    }
    db.awaitIdle();
    return expected;
  }

  private static void flipBits(FilesAtRest files, SplittableRandom random) throws IOException {
    List<String> names =
        files.names().stream().filter(name -> name.matches(".*\\.(sst|val)")).toList();
    for (int i = 1 + random.nextInt(30); i > 0; i--) {
      String name = names.get(random.nextInt(names.size()));
      files.flipBit(name, random.nextLong(files.read(name).length * 8L));
    }
  }

  private static void read(
      Db db, NavigableMap<byte[], byte[]> expected, List<byte[]> keys, SplittableRandom random) {
    byte[] key = keys.get(random.nextInt(keys.size()));
    switch (random.nextInt(4)) {
      case 0 -> {
        byte[] other = keys.get(random.nextInt(keys.size()));
        List<byte[]> both = List.of(key, other);
        List<byte[]> values = db.getAll(both);
        assertArrayEquals(expected.get(key), values.get(0));
        assertArrayEquals(expected.get(other), values.get(1));
      }
      case 1 -> scan(db, expected.tailMap(key, true));
      default -> assertArrayEquals(expected.get(key), db.get(key));
    }
  }

  private static void scan(Db db, Map<byte[], byte[]> expected) {
    try (Cursor cursor = db.scan(KeyRange.all())) {
      boolean more = cursor.seek(expected.keySet().iterator().next());
      int steps = 0;
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        if (steps++ == 30) {
          return;
        }
        assertTrue(more);
        assertArrayEquals(entry.getKey(), cursor.key());
        assertArrayEquals(entry.getValue(), cursor.value());
        more = cursor.next();
      }
      assertFalse(more);
    }
  }
}
