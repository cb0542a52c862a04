package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Long steps in one direction, and turns, over blocks of many entries whose keys are structured: so
 * that the eight bytes a block compares at once are mostly equal. Beside a sorted map; with
 * versions and deletes in several tables and the memtable, range deletes, dead entries and a
 * snapshot.
 */
@Tag("hunt")
final class LongWalkModelTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(40);
  private static final int WALKS = 40;
  private static final int TURNS = 6;

  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();
  private SplittableRandom random = new SplittableRandom(0);
  private long seed;
  private int users;

  @Test
  void eachWalkMeetsEachEntryOnce() {
    for (seed = SEED; seed < SEED + STORES; seed++) {
      random = new SplittableRandom(seed);
      content.clear();
      users = 1 + random.nextInt(30);
      DbOptions options =
          DbOptions.builder()
              .blockBytes(256 << random.nextInt(6))
              .tableBytes(16 << 10)
              .memTableBytes(64 << 10)
              .deleteApplier(random.nextBoolean())
              .build();
      try (Db db = Stores.open(new SimulatedDisk(), options)) {
        change(db);
        try (Snapshot snapshot = db.snapshot()) {
          NavigableMap<Bytes, Bytes> then = new TreeMap<>(content);
          change(db);
          for (int i = 0; i < WALKS; i++) {
            walk(db, null, content);
            walk(db, snapshot, then);
          }
        }
      }
    }
  }

  /** Writes in some parts; after each perhaps to tables, and these perhaps merged. */
  private void change(Db db) {
    for (int part = random.nextInt(4); part >= 0; part--) {
      for (int i = random.nextInt(20 * users); i > 0; i--) {
        write(db);
      }
      int choice = random.nextInt(5);
      if (choice == 0) {
        db.compact();
      } else if (choice < 4) {
        db.flush();
      }
    }
  }

  private void write(Db db) {
    Bytes key = key();
    int choice = random.nextInt(200);
    if (choice == 0) {
      Range range = new Range.Between(key, key());
      db.deleteRange(range.keyRange());
      content.keySet().removeIf(range::contains);
    } else if (choice < 20) {
      db.delete(key.array());
      content.remove(key);
    } else {
      Bytes value = Bytes.numbered(random.nextInt(1 << 20), random.nextInt(4, 40));
      db.put(key.array(), value.array());
      content.put(key, value);
    }
  }

  /** A field of a user; rarely the user alone, which is what all its keys begin with. */
  private Bytes key() {
    String user = "user:%08d".formatted(random.nextInt(users));
    boolean whole = random.nextInt(8) > 0;
    String key = whole ? user + ":field:%02d".formatted(random.nextInt(30)) : user;
    return Bytes.of(key.getBytes(StandardCharsets.US_ASCII));
  }

  private void walk(Db db, Snapshot at, NavigableMap<Bytes, Bytes> model) {
    Range range = range();
    KeyRange keys = range.keyRange();
    NavigableMap<Bytes, Bytes> inside = range.of(model);
    try (Cursor cursor = at == null ? db.scan(keys) : db.scan(keys, at)) {
      Map.Entry<Bytes, Bytes> expected = null;
      for (int turn = random.nextInt(TURNS); turn >= 0; turn--) {
        if (expected == null || random.nextInt(4) == 0) {
          Bytes target = key();
          expected = inside.ceilingEntry(target);
          check(expected, cursor.seek(target.array()), cursor);
        }
        expected = steps(cursor, inside, expected);
      }
    }
  }

  private Range range() {
    return switch (random.nextInt(3)) {
      case 0 -> new Range.All();
      case 1 -> new Range.Prefix(key());
      default -> new Range.Between(key(), key());
    };
  }

  /** Some steps one way, perhaps to the end and from there once more. */
  private Map.Entry<Bytes, Bytes> steps(
      Cursor cursor, NavigableMap<Bytes, Bytes> inside, Map.Entry<Bytes, Bytes> from) {
    Map.Entry<Bytes, Bytes> at = from;
    boolean forward = random.nextBoolean();
    for (int i = random.nextInt(1, 100); i > 0 && at != null; i--) {
      Bytes key = at.getKey();
      at = forward ? inside.higherEntry(key) : inside.lowerEntry(key);
      check(at, forward ? cursor.next() : cursor.prev(), cursor);
    }
    if (at == null && from != null && random.nextBoolean()) {
      at = forward ? inside.lastEntry() : inside.firstEntry();
      check(at, forward ? cursor.prev() : cursor.next(), cursor);
    }
    return at;
  }

  private void check(Map.Entry<Bytes, Bytes> expected, boolean found, Cursor cursor) {
    String context = Trials.replay(LongWalkModelTest.class, seed);
    assertEquals(expected != null, found, context);
    if (expected != null) {
      assertEquals(expected.getKey(), Bytes.of(cursor.key()), context);
      assertArrayEquals(expected.getValue().array(), cursor.value(), context);
    }
  }
}
