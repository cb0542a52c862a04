package dev.malkoha.engine.damage;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A sound store whose manifest tells of everything that one can: keyspaces that came and went,
 * tables in several levels, some of them ingested, dead entries, range deletes and value files.
 *
 * @param options that it was made with
 * @param files what lies on the disk
 * @param content what it holds
 * @param keys what to look for
 */
record FactStore(DbOptions options, StoreFiles files, Maps content, NavigableSet<Bytes> keys) {

  private static final int KIB = 1024;
  private static final int KEYS = 60;
  private static final int PAUSE_ONE_IN = 12;

  /** Of one opening each: the first edit of the last one says most, and the others something. */
  private static final List<Integer> WRITES = List.of(160, 24);

  private static final List<FilterPolicy> FILTERS =
      List.of(
          FilterPolicy.cuckoo(0.001),
          FilterPolicy.semiSortedCuckoo(0.001),
          FilterPolicy.bloom(16),
          FilterPolicy.none());

  /** The store of a number. */
  static FactStore grow(long number) {
    return new Growth(number).run();
  }

  /** The making of one. */
  private static final class Growth {

    private final SplittableRandom random;
    private final DbOptions options;
    private final Maps content = new Maps();
    private SimulatedDisk disk = new SimulatedDisk();
    private int values;

    Growth(long number) {
      random = new SplittableRandom(number);
      options =
          DbOptions.builder()
              .memTableBytes((random.nextBoolean() ? 8L : 32L) * KIB)
              .tableBytes(4 * KIB)
              .blockBytes(256)
              .blockCacheBytes(0)
              .compression(random.nextBoolean() ? Compression.NONE : Compression.LZ4)
              .filter(FILTERS.get(random.nextInt(FILTERS.size())))
              .valueFileThreshold(random.nextBoolean() ? 64 : 100 * KIB)
              .garbageShare(random.nextBoolean() ? 0.3 : 1)
              .build();
    }

    FactStore run() {
      for (int writes : WRITES) {
        Db db = Stores.open(disk, options);
        for (int i = 0; i < writes; i++) {
          step(db);
        }
        if (random.nextInt(3) == 0) { // the log's last record is then of what no memtable holds
          ingest(db.keyspace("b"), held("b"), random.nextInt(KEYS));
        }
        if (random.nextInt(3) == 0) {
          disk = disk.kill();
        } else {
          db.close();
        }
      }
      NavigableSet<Bytes> keys = new TreeSet<>();
      for (int i = 0; i < KEYS; i++) {
        keys.add(key(i));
      }
      StoreFiles files = new LaidOutStore.Simulated(disk, Stores.PATH).files();
      return new FactStore(options, files, content, keys);
    }

    private void step(Db db) {
      String name = List.of(Maps.DEFAULT, Maps.DEFAULT, "b", "c").get(random.nextInt(4));
      if (name.equals("c") && random.nextInt(40) == 0) {
        db.keyspace(name);
        db.dropKeyspace(name);
        content.drop(name);
        return;
      }
      KeyValueMap map = name.equals(Maps.DEFAULT) ? db : db.keyspace(name);
      write(map, held(name));
      if (random.nextInt(PAUSE_ONE_IN) == 0) {
        pause(db);
      }
    }

    private NavigableMap<Bytes, Bytes> held(String name) {
      if (!content.names().contains(name)) {
        content.create(name);
      }
      return content.of(name);
    }

    private void write(KeyValueMap map, NavigableMap<Bytes, Bytes> held) {
      int from = random.nextInt(KEYS);
      switch (random.nextInt(48)) {
        case 0, 1 -> {
          Bytes to = key(from + 1 + random.nextInt(8));
          map.deleteRange(key(from).array(), to.array());
          held.subMap(key(from), to).clear();
        }
        case 2 -> ingest(map, held, from);
        case 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> {
          map.delete(key(from).array());
          held.remove(key(from));
        }
        default -> {
          Bytes value = value();
          map.put(key(from).array(), value.array());
          held.put(key(from), value);
        }
      }
    }

    private void ingest(KeyValueMap map, NavigableMap<Bytes, Bytes> held, int from) {
      NavigableMap<Bytes, Bytes> some = new TreeMap<>();
      for (int i = from; i < from + 20; i += 1 + random.nextInt(3)) {
        some.put(key(i), value());
      }
      map.ingest(
          some.entrySet().stream()
              .map(entry -> Map.entry(entry.getKey().array(), entry.getValue().array()))
              .toList());
      held.putAll(some);
    }

    private void pause(Db db) {
      switch (random.nextInt(5)) {
        case 0 -> db.compact();
        case 1 -> db.awaitIdle();
        default -> db.flush();
      }
    }

    private Bytes value() {
      return Bytes.numbered(++values, random.nextInt(10) == 0 ? 400 : 8 + random.nextInt(40));
    }

    private static Bytes key(int number) {
      return Bytes.of("key %03d".formatted(number));
    }
  }
}
