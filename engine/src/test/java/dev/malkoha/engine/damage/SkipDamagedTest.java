package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cursor that steps over damaged blocks shows every key outside the ranges that it tells as it
 * is, and none within them; the ranges hold no more keys than a few blocks do.
 */
class SkipDamagedTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int STORES = Integer.getInteger("malkoha.stores", 30);
  private static final int KEYS = 600;

  /** Keys from the first to the last of a block of 256 bytes, at most. */
  private static final int KEYS_OF_A_BLOCK = 40;

  /** Bytes of a table before its first block. */
  private static final int HEADER = 24;

  @TempDir private Path directory;

  private static byte[] key(int i) {
    return "key%04d".formatted(i).getBytes(UTF_8);
  }

  @Test
  void whatItShowsIsRight() {
    LongStream.range(SEED, SEED + STORES).forEach(this::check);
  }

  private void check(long seed) {
    try {
      new Run(seed).check();
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError(
          "-Dtest=SkipDamagedTest -Dmalkoha.stores=1 -Dmalkoha.seed=" + seed, e);
    }
  }

  /** One store with one to three damaged blocks. */
  private final class Run {

    private final SplittableRandom random;
    private final Path store;
    private final NavigableMap<String, String> model = new TreeMap<>();
    private int damages;

    Run(long seed) {
      random = new SplittableRandom(seed);
      store = directory.resolve("store" + seed);
    }

    private DbOptions options() {
      return DbOptions.builder()
          .memTableBytes(16 << 10)
          .blockCacheBytes(0)
          .blockBytes(256)
          .tableBytes(16 << 10)
          .build();
    }

    void check() throws IOException {
      try (Db db = Db.open(store, options())) {
        for (int round = 0; round < 4; round++) {
          write(db, round);
        }
      }
      damage();
      try (Db db = Db.openReadOnly(store, options());
          Snapshot snapshot = db.snapshot()) {
        for (int i = 0; i < 4; i++) {
          walk(db, snapshot);
        }
      }
    }

    /** Each round overwrites and deletes a part of what is older, and goes into tables. */
    private void write(Db db, int round) {
      for (int i = 0; i < KEYS; i++) {
        int dice = random.nextInt(round == 0 ? 1 : 3);
        String key = new String(key(i), UTF_8);
        if (dice == 0) {
          String value = "round " + round + " " + "v".repeat(random.nextInt(20));
          db.put(key(i), value.getBytes(UTF_8));
          model.put(key, value);
        } else if (dice == 1 && random.nextInt(4) == 0) {
          db.delete(key(i));
          model.remove(key);
        }
      }
      db.flush();
      if (random.nextBoolean()) {
        db.compact();
      }
    }

    /** Flips bits in the data blocks of tables, which come first in their files. */
    private void damage() throws IOException {
      List<Path> tables;
      try (Stream<Path> files = Files.list(store)) {
        tables = files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
      }
      damages = 1 + random.nextInt(3);
      for (int i = 0; i < damages; i++) {
        Path table = tables.get(random.nextInt(tables.size()));
        byte[] bytes = Files.readAllBytes(table);
        bytes[HEADER + random.nextInt(bytes.length / 3)] ^= (byte) (1 << random.nextInt(8));
        Files.write(table, bytes);
      }
    }

    private void walk(Db db, Snapshot snapshot) {
      KeyRange range = range();
      boolean isUp = random.nextBoolean();
      boolean wanders = random.nextBoolean();
      NavigableMap<String, String> shown = new TreeMap<>();
      List<KeyRange> leftOut;
      ScanOptions skip = ScanOptions.skipDamaged();
      try (Cursor cursor =
          random.nextBoolean() ? db.scan(range, skip) : snapshot.scan(range, skip)) {
        while (isUp ? cursor.next() : cursor.prev()) {
          add(shown, cursor);
          if (wanders && random.nextInt(50) == 0) {
            wander(cursor, isUp);
          }
        }
        leftOut = cursor.leftOut();
      }
      compare(range, shown, leftOut);
      if (!wanders) {
        checkNoneOf(leftOut, shown);
      }
      checkWithout(db, range, leftOut);
    }

    private KeyRange range() {
      return switch (random.nextInt(4)) {
        case 0 -> KeyRange.atLeast(key(random.nextInt(KEYS)));
        case 1 -> KeyRange.below(key(random.nextInt(KEYS)));
        case 2 -> KeyRange.closed(key(random.nextInt(300)), key(300 + random.nextInt(300)));
        default -> KeyRange.all();
      };
    }

    /** Turns, or seeks where it is, which leads back to it. */
    private void wander(Cursor cursor, boolean isUp) {
      byte[] here = cursor.key();
      if (random.nextBoolean() && (isUp ? cursor.prev() : cursor.next())) {
        cursor.key(); // it turns; the way back is a seek, as a turn may lead over damage again
      }
      if (!(isUp ? cursor.seek(here) : cursor.seekForPrev(here))) {
        throw new AssertionError(new String(here, UTF_8) + " was there a moment before");
      }
    }

    private void add(Map<String, String> shown, Cursor cursor) {
      String key = new String(cursor.key(), UTF_8);
      String value = new String(cursor.value(), UTF_8);
      assertEquals(model.get(key), value, key);
      shown.put(key, value);
    }

    private void compare(
        KeyRange range, NavigableMap<String, String> shown, List<KeyRange> leftOut) {
      List<String> lost = new ArrayList<>();
      model.forEach(
          (key, value) -> {
            byte[] bytes = key.getBytes(UTF_8);
            if (range.contains(bytes) && !shown.containsKey(key)) {
              assertTrue(leftOut.stream().anyMatch(out -> out.contains(bytes)), key);
              lost.add(key);
            }
          });
      assertTrue(lost.size() <= damages * KEYS_OF_A_BLOCK, () -> lost + " of " + leftOut);
    }

    private void checkNoneOf(List<KeyRange> leftOut, NavigableMap<String, String> shown) {
      for (String key : shown.keySet()) {
        assertTrue(leftOut.stream().noneMatch(out -> out.contains(key.getBytes(UTF_8))), key);
      }
    }

    /** The usual cursor throws where this one has left something out, and says which keys. */
    private void checkWithout(Db db, KeyRange range, List<KeyRange> leftOut) {
      if (!leftOut.isEmpty()) {
        DbCorruptionException refused =
            assertThrows(DbCorruptionException.class, () -> db.count(range));
        assertTrue(
            String.valueOf(refused.getMessage()).contains("keys from 6b6579"), refused::toString);
      } else {
        assertEquals(
            model.keySet().stream().filter(key -> range.contains(key.getBytes(UTF_8))).count(),
            db.count(range));
      }
    }
  }
}
