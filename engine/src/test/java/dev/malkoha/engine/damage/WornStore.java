package dev.malkoha.engine.damage;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A store that was written to for a while and then damaged, and what it held at each moment that is
 * still to be seen. It has keys with versions in several blocks, or else blocks of dead entries;
 * runs of deletes, range deletes, operands, tables in several levels and entries in memory.
 */
final class WornStore implements AutoCloseable {

  static final int KEYS = 300;

  private static final int ROUNDS = 10;
  private static final int SNAPSHOTS_MAX = 6;
  private static final int OFTEN = 6;
  private static final int RUN_MAX = 120;

  /** A moment that can be read, and what was there then. */
  record Moment(Reads reads, NavigableMap<String, String> content) {}

  private final SplittableRandom random;
  private final SimulatedDisk disk = new SimulatedDisk();

  /** Whether snapshots stay open, so that old versions stay. */
  private final boolean isPinned;

  private final DbOptions options;

  /** The first of a few keys that each step writes again. */
  private final int often;

  /** The first of a run of keys that were written last, most often by deletes. */
  private final int late;

  private final KnownMap map;
  private final List<Moment> moments = new ArrayList<>();
  private final List<StoredBlock> damaged;
  private final Db db;

  /** The store as it is read: not to be written to, if it is the reader. */
  private OpenStore shown;

  /** Writes the store that a source of chance tells, and damages it. */
  WornStore(SplittableRandom random) throws IOException {
    this.random = random;
    isPinned = random.nextBoolean();
    options = options();
    often = random.nextInt(KEYS);
    late = random.nextInt(KEYS - RUN_MAX);
    db = Stores.open(disk, options);
    shown = db;
    String tail = random.nextBoolean() ? "" : " and so on";
    map = new KnownMap(db, random, tail, isPinned ? 500 : 30 << random.nextInt(5));
    map.putAll(0, KEYS);
    for (int i = 0; i < ROUNDS; i++) {
      write();
    }
    if (isPinned) {
      db.compact(); // brings the versions of a key together
    }
    settle();
    writeLast();
    BlockDamage damage = new BlockDamage(disk, random);
    damage.add(key(late), key(late + RUN_MAX));
    damaged = damage.blocks();
    if (!isPinned && random.nextBoolean()) {
      db.close();
      shown = Stores.openReadOnly(disk, options);
    }
  }

  private DbOptions options() {
    Appending appending = Appending.any(random);
    return DbOptions.builder()
        .memTableBytes((16L << 10) << random.nextInt(3))
        .tableBytes((4L << 10) << random.nextInt(4))
        .blockBytes(256 << random.nextInt(isPinned ? 3 : 5))
        .blockCacheBytes(random.nextInt(4) > 0 ? 0 : 64 << 10)
        .valueFileThreshold(random.nextInt(4) > 0 ? 0 : 100)
        .prefixFilter(random.nextInt(4) > 0 ? KeyPrefix.none() : KeyPrefix.ofLength(5))
        .compression(random.nextBoolean() ? Compression.NONE : Compression.LZ4)
        .deleteApplier(random.nextInt(3) > 0)
        .mergeFunction(Appending.NAME, appending.function())
        .build();
  }

  /** A key by its number, from 0 on, or a bit above or below. */
  String key(int number) {
    return map.key(number);
  }

  /** A key of the run that was written last. */
  String lateKey() {
    return key(late + random.nextInt(RUN_MAX));
  }

  OpenStore shown() {
    return shown;
  }

  /** What is to be seen: what snapshots show, and now. */
  List<Moment> moments() {
    List<Moment> all = new ArrayList<>(moments);
    all.add(new Moment(shown, map.content()));
    return all;
  }

  List<StoredBlock> damaged() {
    return damaged;
  }

  private void write() {
    int from = random.nextInt(KEYS);
    switch (random.nextInt(8)) {
      case 0, 1 -> map.putSome(0, KEYS);
      case 2, 3 -> map.deleteAll(from, from + random.nextInt(RUN_MAX));
      case 4, 5 -> map.deleteRange(from, from + random.nextInt(RUN_MAX));
      case 6 -> map.mergeSome(0, KEYS);
      default -> settle();
    }
    map.putAll(often, often + OFTEN);
    if (random.nextInt(3) == 0) {
      db.flush();
    }
    if (isPinned && moments.size() < SNAPSHOTS_MAX) {
      moments.add(new Moment(db.snapshot(), new TreeMap<>(map.content())));
    }
  }

  /** What is above the tables that are damaged, and walks that may learn what is dead. */
  private void writeLast() {
    switch (random.nextInt(4)) {
      case 0 -> map.putSome(late, late + 30);
      case 1 -> map.deleteAll(late, late + RUN_MAX);
      case 2 -> map.mergeSome(late, late + RUN_MAX);
      default -> map.deleteRange(late, late + RUN_MAX);
    }
    if (random.nextInt(3) > 0) {
      moments().forEach(moment -> moment.reads().count(KeyRange.all()));
    }
  }

  private void settle() {
    switch (random.nextInt(4)) {
      case 0 -> db.flush();
      case 1 -> db.awaitIdle();
      default -> db.compact();
    }
  }

  @Override
  public void close() {
    for (Moment moment : moments) {
      ((Snapshot) moment.reads()).close();
    }
    shown.close();
    db.close();
  }
}
