package dev.malkoha.tools.salvage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A small store with all that a store can have, and what it holds: for tests that damage it. */
final class SalvagedHistory {

  /** The keyspaces; the first is the default one. */
  static final List<String> KEYSPACES = List.of("default", "second");

  private static final int KEYS = 400;

  /** What a keyspace holds, by its name. */
  final Map<String, NavigableMap<String, String>> holds = new TreeMap<>();

  /** All values that a key ever had, by keyspace and key. */
  private final Map<String, Set<String>> ever = new TreeMap<>();

  private final SplittableRandom random;
  private final boolean withRanges;
  private @Nullable Snapshot snapshot;

  /** Where the store lies, under {@link Stores#PATH}. */
  final SimulatedDisk disk;

  /**
   * Makes a store, and leaves it closed or as if its process had been killed.
   *
   * @param withRanges whether ranges are deleted, which the manifest alone knows of
   */
  SalvagedHistory(long seed, boolean withRanges, boolean closed) {
    this.random = new SplittableRandom(seed);
    this.withRanges = withRanges;
    KEYSPACES.forEach(name -> holds.put(name, new TreeMap<>()));
    SimulatedDisk open = new SimulatedDisk();
    try (Db db = Stores.open(open, options(random.split()))) {
      int steps = 200 + random.nextInt(400);
      for (int step = 0; step < steps; step++) {
        act(db, step);
      }
      db.awaitIdle();
      disk = closed ? open : open.kill();
    }
  }

  private static DbOptions options(SplittableRandom random) {
    return DbOptions.builder()
        .memTableBytes(24 << 10)
        .blockCacheBytes(64 << 10)
        .blockBytes(512)
        .tableBytes(16 << 10)
        .valueFileThreshold(random.nextBoolean() ? 300 : 0)
        .compression(random.nextBoolean() ? Compression.LZ4 : Compression.NONE)
        .build();
  }

  private void act(Db db, int step) {
    String name = KEYSPACES.get(random.nextInt(4) == 0 ? 1 : 0);
    KeyValueMap map = name.equals("default") ? db : db.keyspace(name);
    NavigableMap<String, String> model = Objects.requireNonNull(holds.get(name));
    String key = "key%04d".formatted(random.nextInt(KEYS));
    int dice = random.nextInt(100);
    if (dice < 70) {
      put(map, model, name, key, value(step));
    } else if (dice < 92) {
      map.delete(bytes(key));
      model.remove(key);
    } else if (dice < 94 && withRanges) {
      String to = "key%04d".formatted(random.nextInt(KEYS) + 1);
      if (key.compareTo(to) < 0) {
        map.deleteRange(KeyRange.between(bytes(key), bytes(to)));
        model.subMap(key, to).clear();
      }
    } else if (dice < 96) {
      db.flush();
    } else if (dice < 97) {
      db.compact();
    } else if (dice < 98) {
      ingest(map, model, name, step);
    } else if (dice < 99) {
      lookBack(db);
    } else if (!name.equals("default")) {
      db.dropKeyspace(name);
      model.clear();
      db.keyspace(name);
    }
  }

  /** Has one snapshot of some past moment open, so that older versions stay. */
  private void lookBack(Db db) {
    Snapshot before = snapshot;
    snapshot = before == null || random.nextBoolean() ? db.snapshot() : null;
    if (before != null) {
      before.close();
    }
  }

  private void put(
      KeyValueMap map, Map<String, String> model, String name, String key, String value) {
    map.put(bytes(key), bytes(value));
    note(model, name, key, value);
  }

  private void note(Map<String, String> model, String name, String key, String value) {
    model.put(key, value);
    ever.computeIfAbsent(name + "/" + key, _ -> new HashSet<>()).add(value);
  }

  private void ingest(KeyValueMap map, Map<String, String> model, String name, int step) {
    Map<String, String> some = new TreeMap<>();
    for (int i = 0; i < 20; i++) {
      some.put("key%04d".formatted(random.nextInt(KEYS)), value(step));
    }
    map.ingest(
        some.entrySet().stream()
            .map(e -> Map.entry(bytes(e.getKey()), bytes(e.getValue())))
            .toList());
    some.forEach((key, value) -> note(model, name, key, value));
  }

  private String value(int step) {
    String noise = Long.toHexString(random.nextLong());
    int repeats = random.nextInt(20) == 0 ? 40 : random.nextInt(4);
    return step + "-" + noise.repeat(repeats);
  }

  /** Whether a key ever had a value. */
  boolean everHad(String keyspace, String key, String value) {
    return ever.getOrDefault(keyspace + "/" + key, Set.of()).contains(value);
  }

  /** What a store holds. */
  static Map<String, NavigableMap<String, String>> read(Disk disk, Path directory) {
    Map<String, NavigableMap<String, String>> found = new TreeMap<>();
    try (DbReader db = Stores.openReadOnly(disk, directory, DbOptions.defaults())) {
      found.put("default", read(db));
      for (String name : db.keyspaces()) {
        found.put(name, read(name.equals("default") ? db : db.keyspace(name)));
      }
    }
    return found;
  }

  /** Fails unless a directory holds no store, or one that holds all of this. */
  static void checkAllOrNothing(
      Map<String, NavigableMap<String, String>> all, Disk disk, Path directory) {
    try {
      assertEquals(all, read(disk, directory), "a part passes for all");
    } catch (DbException e) {
      // nothing
    }
  }

  private static NavigableMap<String, String> read(Reads map) {
    NavigableMap<String, String> found = new TreeMap<>();
    try (Cursor cursor = map.scan(KeyRange.all())) {
      while (cursor.next()) {
        found.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    return found;
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
