package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A small store of every kind of file, damaged at every place, or at one in so many: it says so, or
 * answers as before.
 *
 * <p>Only the end of a log that was never opened since is different: damage there cannot be told
 * from the end that a power cut leaves, and takes the last writes with it, without a hole.
 */
@Tag("hunt")
class DamageTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).blockBytes(256).build();
  private static final int LOGGED = 6;

  /** One in so many damaged stores is opened read-only, too. */
  private static final int READ_ONLY_ONE_IN = 4;

  private final SimulatedDisk disk = new SimulatedDisk();

  /** What the store held after each of the last writes, newest last. */
  private final List<NavigableMap<Bytes, Bytes>> contents = new ArrayList<>();

  private interface Damage {
    void on(FilesAtRest files, String name, int at) throws IOException;
  }

  /** Tables in two levels, a manifest with edits, and writes that are in the log alone. */
  private void build() {
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int i = 0; i < 40; i++) {
        put(db, content, i);
      }
      db.compact();
      for (int i = 30; i < 50; i++) {
        put(db, content, i);
      }
      db.delete(key(3).array());
      content.remove(key(3));
      db.flush();
      contents.add(new TreeMap<>(content));
      for (int i = 0; i < LOGGED; i++) {
        put(db, content, i * 9);
        contents.add(new TreeMap<>(content));
      }
    }
  }

  private static void put(Db db, NavigableMap<Bytes, Bytes> content, int number) {
    Bytes value = Bytes.numbered(content.hashCode() * 100L + number, 40);
    db.put(key(number).array(), value.array());
    content.put(key(number), value);
  }

  private static Bytes key(int number) {
    return Bytes.of("key-" + number);
  }

  @Test
  void everyFlippedBitOfAStoreOpenedOnceIsSeenOrHarmless() throws IOException {
    build();
    sweep((files, name, at) -> files.flipBit(name, 8L * at + at % 8), true);
  }

  @Test
  void everyFlippedBitOfAStoreOpenedAgainIsSeenOrHarmless() throws IOException {
    build();
    Stores.open(disk, OPTIONS).close();
    sweep((files, name, at) -> files.flipBit(name, 8L * at + (at + 3) % 8), false);
  }

  @Test
  void everyCutIsSeenOrHarmless() throws IOException {
    build();
    Stores.open(disk, OPTIONS).close();
    sweep(FilesAtRest::truncate, false);
  }

  @Test
  void everyZeroedSectorIsSeenOrHarmless() throws IOException {
    build();
    Stores.open(disk, OPTIONS).close();
    sweep((files, name, at) -> files.zeroSector(name, at / 512), false);
  }

  private void sweep(Damage damage, boolean logMayEndEarly) throws IOException {
    FilesAtRest whole = disk.filesAtRest(Stores.PATH);
    for (String name : whole.names()) {
      int step = Trials.oneIn(name.endsWith(".log") ? 3 : 1);
      int end = name.endsWith(".log") ? 3000 : whole.read(name).length;
      boolean lenient = logMayEndEarly && name.endsWith(".log");
      int first = (int) Math.floorMod(Trials.seed(), (long) step);
      for (int i = 0; first + i * step < end; i++) {
        tryOne(damage, name, first + i * step, i % READ_ONLY_ONE_IN == 0, lenient);
      }
    }
  }

  private void tryOne(
      Damage damage, String name, int at, boolean readsOnly, boolean logMayEndEarly) {
    SimulatedDisk damaged = disk.kill();
    try {
      damage.on(damaged.filesAtRest(Stores.PATH), name, at);
      checkVerify(damaged, name);
      if (readsOnly) {
        check(() -> Stores.openReadOnly(damaged, OPTIONS), logMayEndEarly);
      }
      check(() -> Stores.open(damaged, OPTIONS), logMayEndEarly);
    } catch (IOException | RuntimeException | AssertionError e) {
      fail(name + " at " + at + ", " + Trials.replay(DamageTest.class), e);
    }
  }

  /** Whatever the damage, there is a report or a refusal; and no byte of a table is unguarded. */
  private static void checkVerify(SimulatedDisk damaged, String name) {
    try {
      boolean sound = Stores.verify(damaged).ok();
      assertTrue(!sound || !name.endsWith(".sst"), "verify sees nothing");
    } catch (DbException e) {
      checkRefusal(e);
    }
  }

  private void check(Supplier<? extends OpenStore> opening, boolean logMayEndEarly) {
    try (OpenStore db = opening.get()) {
      NavigableMap<Bytes, Bytes> expected = contents.getLast();
      if (logMayEndEarly) {
        NavigableMap<Bytes, Bytes> found = scan(db, true);
        assertTrue(contents.contains(found), "no first part of the writes");
        expected = found;
      }
      checkScan(db, expected, true);
      checkScan(db, expected, false);
      checkGets(db, expected);
    } catch (DbException e) {
      checkRefusal(e);
    }
  }

  private static void checkScan(
      OpenStore db, NavigableMap<Bytes, Bytes> expected, boolean forward) {
    try {
      assertEquals(expected, scan(db, forward));
    } catch (DbException e) {
      checkRefusal(e);
    }
  }

  private static void checkGets(OpenStore db, NavigableMap<Bytes, Bytes> expected) {
    for (int i = 0; i < 60; i++) {
      try {
        byte[] value = db.get(key(i).array());
        assertEquals(expected.get(key(i)), value == null ? null : Bytes.of(value));
      } catch (DbException e) {
        checkRefusal(e);
      }
    }
  }

  private static NavigableMap<Bytes, Bytes> scan(OpenStore db, boolean forward) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (forward ? cursor.next() : cursor.prev()) {
        found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    return found;
  }

  private static void checkRefusal(DbException e) {
    if (!(e instanceof DbCorruptionException) && !(e instanceof DbFormatException)) {
      throw new AssertionError("damage is not called damage", e);
    }
  }
}
