package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.tools.VerifyReport;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores of every format that is read, as they were written once and as they are written now: each
 * is sound, is read as it is, and goes on as a store of today. Formats before are refused.
 */
class OldStoresTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(OldStoresTest.class);
  private static final int CHANGES = 200;

  /** As small as the stores' own options, so that it compacts and takes several memtables. */
  private static final DbOptions SMALL =
      DbOptions.builder().memTableBytes(16 << 10).tableBytes(4096).blockBytes(256).build();

  private static final Keys KEYS =
      Keys.of(
          IntStream.range(0, SampleStore.KEYS + 20).mapToObj(i -> Bytes.of(SampleStore.key(i))));

  static List<KeptStore> stores() throws IOException {
    return KeptStore.all();
  }

  static List<KeptStore> oldStores() throws IOException {
    return stores().stream().filter(OldStoresTest::isOld).toList();
  }

  private static boolean isOld(KeptStore store) {
    return store.name().startsWith("version-");
  }

  private static int version(KeptStore store) {
    return Integer.parseInt(store.name().split("-", -1)[1]);
  }

  /** A store that lacks what it is kept for shows nothing. */
  @ParameterizedTest
  @MethodSource("stores")
  void hasSomethingOfEverything(KeptStore store) {
    try (DbReader db = Stores.openReadOnly(store.onDisk(), SMALL)) {
      DbStats stats = db.stats();
      int[] tables = stats.tablesPerLevel();
      assertTrue(tables[0] > 1 && tables[1] > 1 && tables[2] > 1, stats::toString);
      assertTrue(stats.count("table.deletes") > 10 && stats.memTableBytes() > 0, stats::toString);
      assertTrue(
          stats.count("range.deletes") > 2 && stats.count("table.dead.entries") > 4,
          stats::toString);
    }
    assertTrue(store.content().size() > 200, "entries: " + store.content().size());
  }

  @ParameterizedTest
  @MethodSource("oldStores")
  void isOfTheVersionThatItsNameSays(KeptStore store) {
    List<Integer> versions = new ArrayList<>();
    store
        .files()
        .forEach(
            (name, bytes) -> {
              if (name.startsWith("MANIFEST-")) {
                ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                versions.add(header.getInt(Long.BYTES));
              }
            });
    assertEquals(List.of(version(store)), versions);
  }

  /** Whoever opens one is told the version, and finds every file as it was. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void aFormatOfBeforeIsRefusedAndLeftAsItIs(int version) throws IOException {
    KeptStore store = stores().getFirst().withManifestVersion(version);
    SimulatedDisk disk = store.onDisk();
    for (Executable opening :
        List.<Executable>of(
            () -> Stores.open(disk, SMALL).close(),
            () -> Stores.openReadOnly(disk, SMALL).close())) {
      DbFormatException e = assertThrows(DbFormatException.class, opening);
      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains("has format version " + version + "; this release"), message);
    }
    Map<String, byte[]> after = KeptStore.read(disk);
    store.files().forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void verifiesCleanAndReadsWithoutAFileChanged(KeptStore store) throws IOException {
    SimulatedDisk disk = store.onDisk();
    disk.onCall(call -> assertFalse(call.kind().isChanging(), () -> "a changing call: " + call));
    verifyClean(disk);
    try (DbReader db = Stores.openReadOnly(disk, SMALL)) {
      assertEquals(List.of(), db.problems());
      check(db, store.content());
      String line = SealedManifest.of(disk).state().options();
      assertStoredOptions(line);
      assertEquals(DbOptions.parse(line).toString(), db.storedOptions());
    }
    disk.onCall(call -> {});
    Map<String, byte[]> after = KeptStore.read(disk);
    assertEquals(store.files().keySet(), after.keySet());
    store.files().forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
  }

  /** What the stores were written with, but for options that are gone. */
  private static void assertStoredOptions(String line) {
    DbOptions stored = DbOptions.parse(line);
    String known = line.replaceAll("applier\\w+=\\d+ ", "");
    List<String> read = List.of(stored.toString().split(" ", -1));
    assertTrue(
        read.containsAll(List.of(known.split(" ", -1))), () -> line + " was read as " + stored);
    assertEquals(64 << 10, stored.defaultKeyspace().memTableBytes());
    assertEquals(256, stored.defaultKeyspace().blockBytes());
    assertEquals(
        DbOptions.defaults().defaultKeyspace().filter(), stored.defaultKeyspace().filter());
    assertEquals(!line.contains("deleteApplier"), stored.defaultKeyspace().deleteApplier());
  }

  @ParameterizedTest
  @MethodSource("stores")
  void goesOnAsAStoreOfToday(KeptStore store) {
    SimulatedDisk disk = store.onDisk();
    NavigableMap<Bytes, Bytes> content = new TreeMap<>(store.content());
    SplittableRandom random = new SplittableRandom(SEED);
    Changes changes = new Changes(random, KEYS, 20, 1000);
    for (int opening = 0; opening < 3; opening++) {
      try (Db db = Stores.open(disk, SMALL)) {
        assertEquals(List.of(), db.problems(), REPLAY);
        check(db, content);
        for (int i = 0; i < CHANGES; i++) {
          Change change = changes.next();
          change.applyTo(db);
          change.applyTo(content);
        }
        check(db, content);
        db.flush();
        db.awaitIdle();
        check(db, content);
        if (opening > 0) {
          db.compact();
          check(db, content);
        }
      }
      verifyClean(disk);
    }
  }

  /** Only what there is, gathered anew: nothing that was deleted comes back. */
  @ParameterizedTest
  @MethodSource("stores")
  void compactsToWhatItHolds(KeptStore store) {
    SimulatedDisk disk = store.onDisk();
    try (Db db = Stores.open(disk, SMALL)) {
      db.compact();
      db.awaitIdle();
      check(db, store.content());
      DbStats stats = db.stats();
      assertEquals(store.content().size(), stats.entries(), stats::toString);
      assertEquals(0, stats.count("table.deletes") + stats.count("range.deletes"), stats::toString);
    }
    verifyClean(disk);
    try (Db db = Stores.open(disk, SMALL)) {
      check(db, store.content());
    }
  }

  static List<KeptStore> killedStores() throws IOException {
    return stores().stream().filter(store -> store.name().endsWith("-killed")).toList();
  }

  /** The files become those of a store of today one by one: at any moment the power may fail. */
  @Tag("hunt")
  @ParameterizedTest
  @MethodSource("killedStores")
  void outlivesACrashAtEveryCallOfItsFirstOpening(KeptStore store) {
    SimulatedDisk disk = store.onDisk();
    SplittableRandom random = new SplittableRandom(SEED);
    List<SimulatedDisk> left = new ArrayList<>();
    int oneIn = Trials.oneIn(1);
    disk.onCall(
        call -> {
          if (call.kind().isChanging() && random.nextInt(oneIn) == 0) {
            left.add(disk.kill());
            CrashState any = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
            left.add(disk.crash(any, random.nextLong()));
          }
        });
    Stores.open(disk, SMALL).close();
    disk.onCall(call -> {});
    assertTrue(left.size() > 20 / oneIn, "states: " + left.size());
    for (SimulatedDisk state : left) {
      try (Db db = Stores.open(state, SMALL)) {
        assertEquals(store.content(), scan(db, true), REPLAY);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void goesOnFromARealDisk(KeptStore store, @TempDir Path parent) throws IOException {
    Path directory = parent.resolve(store.name());
    store.copyTo(directory);
    assertTrue(StoreTools.verify(directory).ok());
    try (DbReader db = Db.openReadOnly(directory)) {
      check(db, store.content());
    }
    NavigableMap<Bytes, Bytes> content = new TreeMap<>(store.content());
    try (Db db = Db.openExisting(directory, SMALL)) {
      check(db, content);
      db.delete(content.firstKey().array());
      content.remove(content.firstKey());
      db.flush();
      db.awaitIdle();
      check(db, content);
    }
    try (Db db = Db.openExisting(directory, DbOptions.defaults())) {
      check(db, content);
      db.compact();
      check(db, content);
    }
    assertTrue(StoreTools.verify(directory).ok());
  }

  private static void verifyClean(SimulatedDisk disk) {
    VerifyReport report = Stores.verify(disk);
    assertEquals(List.of(), report.problems(), REPLAY);
    assertTrue(report.entries() > 0, report.summary());
  }

  private static void check(OpenStore db, NavigableMap<Bytes, Bytes> expected) {
    assertEquals(expected, scan(db, true), REPLAY);
    assertEquals(expected, scan(db, false), REPLAY);
    for (Bytes key : KEYS.all()) {
      byte[] value = db.get(key.array());
      assertEquals(expected.get(key), value == null ? null : Bytes.of(value), REPLAY);
    }
  }

  private static NavigableMap<Bytes, Bytes> scan(OpenStore db, boolean forward) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    int count = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (forward ? cursor.next() : cursor.prev()) {
        found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
        count++;
      }
    }
    assertEquals(found.size(), count, "keys twice");
    return found;
  }
}
