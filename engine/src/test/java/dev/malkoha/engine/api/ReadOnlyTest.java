package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A store opened read-only: the same answers, and not a byte of it changed. */
class ReadOnlyTest {

  private static final long SEED = Trials.seed();

  /** One byte in so many is damaged. */
  private static final int STEP = Trials.oneIn(1);

  private static final String REPLAY = Trials.replay(ReadOnlyTest.class);
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};

  /** Written with large memtables, so that the log holds much; read with small ones. */
  private static final DbOptions WRITING =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(4096).blockBytes(256).build();

  private static final DbOptions READING =
      DbOptions.builder().memTableBytes(4096).blockCacheBytes(2048).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();

  /** Tables in several levels, and a log that fills several memtables of the reader's. */
  private Keys fill(SplittableRandom random) {
    Keys keys = Keys.random(random, 400);
    Changes changes = new Changes(random, keys, 10, 2000);
    try (Db db = Stores.open(disk, WRITING)) {
      for (int i = 0; i < 3000; i++) {
        write(db, changes.next());
      }
      db.flush();
      for (int i = 0; i < 120; i++) {
        write(db, changes.next());
      }
    }
    return keys;
  }

  private void write(Db db, Change change) {
    change.applyTo(db);
    change.applyTo(content);
  }

  private static Map<String, ByteBuffer> files(SimulatedDisk disk) throws IOException {
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    Map<String, ByteBuffer> files = new TreeMap<>();
    for (String name : atRest.names()) {
      files.put(name, ByteBuffer.wrap(atRest.read(name)));
    }
    return files;
  }

  private static void refuseChanges(SimulatedDisk disk) {
    disk.onCall(call -> assertFalse(call.kind().isChanging(), () -> "a changing call: " + call));
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

  private static void checkReads(OpenStore db, Keys keys, NavigableMap<Bytes, Bytes> expected) {
    assertEquals(expected, scan(db, true));
    assertEquals(expected, scan(db, false));
    try (Snapshot snapshot = db.snapshot()) {
      for (Bytes key : keys.all()) {
        byte[] value = db.get(key.array());
        assertEquals(expected.get(key), value == null ? null : Bytes.of(value), REPLAY);
        assertArrayEquals(value, db.get(key.array(), snapshot));
      }
    }
  }

  @Test
  void aKeyspaceThatIsNotThereIsToldSo() {
    Stores.open(disk, WRITING).close();
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> db.keyspace("elsewhere"));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.contains("there is no keyspace \"elsewhere\""), message);
      assertFalse(message.contains("Db.open"), message);
    }
  }

  @Test
  void readsLikeAStoreOpenedForWritingAndChangesNothing() throws IOException {
    Keys keys = fill(new SplittableRandom(SEED));
    Map<String, ByteBuffer> before = files(disk);
    refuseChanges(disk);
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      assertEquals(WRITING.toString(), db.storedOptions());
      assertEquals(List.of(), db.problems());
      checkReads(db, keys, content);
    }
    disk.onCall(call -> {});
    assertEquals(before, files(disk));
    try (Db db = Stores.open(disk, READING)) {
      assertEquals(READING.over(WRITING).toString(), db.storedOptions());
      assertEquals(List.of(), db.problems());
      checkReads(db, keys, content);
    }
  }

  @Test
  void holdsALogLongerThanAMemTableInSeveral() {
    fill(new SplittableRandom(SEED));
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      DbStats stats = db.stats();
      assertTrue(
          stats.memTableBytes() > 3 * READING.defaultKeyspace().memTableBytes(), stats.toString());
      String way = db.explainGet(new byte[] {5, 5, 5}).toString();
      assertTrue(way.contains("memtable, frozen 2 of "), way);
    }
  }

  @Test
  void leavesLeftoversAlone() throws IOException {
    fill(new SplittableRandom(SEED));
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    for (String name : List.of("999999.sst", "MANIFEST-999999", "CURRENT.tmp", "notes.txt")) {
      atRest.write(name, new byte[7]);
    }
    Map<String, ByteBuffer> before = files(disk);
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      assertEquals(content, scan(db, true));
    }
    assertEquals(before, files(disk));
  }

  @Test
  void showsWhatEveryCrashLeavesAsAnOpeningWouldAndLeavesATornTail() throws IOException {
    fill(new SplittableRandom(SEED));
    SplittableRandom random = new SplittableRandom(SEED);
    Changes changes = new Changes(random, Keys.random(random, 30), 10, 2000);
    Db writer = Stores.open(disk, WRITING);
    for (int i = 0; i < 60; i++) {
      changes.next().applyTo(writer);
    }
    for (int i = 0; i < 80; i++) {
      SimulatedDisk left =
          i == 0 ? disk.kill() : disk.crash(CrashState.ALL.get(i % CrashState.ALL.size()), i);
      Map<String, ByteBuffer> before = files(left);
      refuseChanges(left);
      NavigableMap<Bytes, Bytes> seen;
      try (DbReader db = Stores.openReadOnly(left, READING)) {
        seen = scan(db, true);
      }
      left.onCall(call -> {});
      assertEquals(before, files(left));
      try (Db db = Stores.open(left, WRITING)) {
        assertEquals(scan(db, true), seen, "state " + i + " of " + REPLAY);
      }
    }
    writer.close();
  }

  @Test
  void hasNothingThatWrites() {
    Stores.open(disk, WRITING).close();
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      assertFalse(db instanceof KeyValueMap);
      assertFalse(db.defaultKeyspace() instanceof KeyValueMap);
      assertNull(db.get(KEY));
    }
  }

  @Test
  void aClosedOneIsOfNoUse() {
    try (Db db = Stores.open(disk, WRITING)) {
      db.put(KEY, VALUE);
      db.flush();
      db.put(KEY, VALUE);
    }
    DbReader db = Stores.openReadOnly(disk, READING);
    Snapshot snapshot = db.snapshot();
    Cursor cursor = db.scan(KeyRange.all(), snapshot);
    assertTrue(cursor.next());
    db.close();
    db.close();
    List<Executable> reads =
        List.of(
            () -> db.get(KEY),
            () -> db.get(KEY, snapshot),
            () -> db.explainGet(KEY),
            () -> db.scan(KeyRange.all()),
            () -> db.scan(KeyRange.all(), snapshot),
            db::snapshot,
            db::stats,
            cursor::next,
            cursor::key);
    reads.forEach(read -> assertThrows(IllegalStateException.class, read));
    assertEquals(List.of(), db.problems());
    cursor.close();
    snapshot.close();
  }

  /** Each walk of a view may leap over what an earlier one found dead, in that view alone. */
  @Test
  void whatWasFoundDeadIsFoundOnceItIsWrittenAgain() {
    try (Db writer = Stores.open(disk, WRITING)) {
      for (int i = 0; i < 200; i++) {
        writer.put(new byte[] {(byte) i}, VALUE);
        writer.delete(new byte[] {(byte) i});
      }
      try (DbReader reader = Stores.openReadOnly(disk, DbOptions.defaults());
          Snapshot before = reader.snapshot()) {
        for (int i = 0; i < 3; i++) {
          assertEquals(0, reader.count(KeyRange.all()));
          assertEquals(0, before.count(KeyRange.all()));
        }
        writer.put(new byte[] {100}, VALUE);
        assertEquals(0, reader.count(KeyRange.all()));
        assertTrue(reader.refresh());
        assertEquals(0, before.count(KeyRange.all()));
        assertEquals(1, reader.count(KeyRange.all()));
      }
    }
  }

  /** The next walk does not read again what one has read in vain. */
  @Test
  void aWalkLeapsOverWhatAnEarlierOneFoundDead() {
    DbOptions options = DbOptions.builder().deleteApplier(false).blockCacheBytes(0).build();
    try (Db writer = Stores.open(disk, options)) {
      for (int i = 0; i < 5_000; i++) {
        writer.put(ByteBuffer.allocate(Integer.BYTES).putInt(i).array(), new byte[100]);
      }
      writer.flush();
      for (int i = 0; i < 4_999; i++) {
        writer.delete(ByteBuffer.allocate(Integer.BYTES).putInt(i).array());
      }
      try (DbReader reader = Stores.openReadOnly(disk, options)) {
        long first = readsOfFirst(reader);
        long second = readsOfFirst(reader);
        assertTrue(second <= first / 5, second + " reads after " + first);
      }
    }
  }

  private long readsOfFirst(DbReader reader) {
    long before = disk.calls(CallKind.MAPPED_READ) + disk.calls(CallKind.READ);
    assertTrue(reader.first() != null);
    return disk.calls(CallKind.MAPPED_READ) + disk.calls(CallKind.READ) - before;
  }

  /** Two writers keep each other out; readers keep nobody out, and nobody keeps them out. */
  @Test
  void readsBesideAWriterAndBesideReaders() {
    try (Db writer = Stores.open(disk, WRITING)) {
      writer.put(KEY, VALUE);
      try (DbReader reader = Stores.openReadOnly(disk, READING)) {
        assertArrayEquals(VALUE, reader.get(KEY));
        writer.put(KEY, new byte[0]);
        assertArrayEquals(VALUE, reader.get(KEY));
        assertTrue(reader.refresh());
        assertArrayEquals(new byte[0], reader.get(KEY));
        assertThrows(DbLockedException.class, () -> Stores.open(disk, WRITING));
      }
      writer.put(KEY, VALUE);
    }
    try (DbReader db = Stores.openReadOnly(disk, READING);
        DbReader other = Stores.openReadOnly(disk, READING)) {
      assertArrayEquals(VALUE, other.get(KEY));
      try (Db writer = Stores.open(disk, WRITING)) {
        assertTrue(Stores.verify(disk).ok());
        assertArrayEquals(VALUE, db.get(KEY));
        writer.delete(KEY);
        assertTrue(db.refresh());
        assertNull(db.get(KEY));
        assertArrayEquals(VALUE, other.get(KEY));
      }
      assertTrue(Stores.verify(disk).ok());
    }
    assertEquals(List.of(), disk.handles());
    Stores.open(disk, WRITING).close();
  }

  @Test
  void opensWithoutALockFileAndMakesNone() throws IOException {
    try (Db writer = Stores.open(disk, WRITING)) {
      writer.put(KEY, VALUE);
    }
    disk.filesAtRest(Stores.PATH).remove("LOCK");
    Map<String, ByteBuffer> before = files(disk);
    refuseChanges(disk);
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      assertArrayEquals(VALUE, db.get(KEY));
    }
    assertTrue(Stores.verify(disk).ok());
    assertEquals(before, files(disk));
  }

  @Test
  void findsNoStoreWhereThereIsNoneAndMakesNothing() {
    assertThrows(DbNotFoundException.class, () -> Stores.openReadOnly(disk, READING));
    assertFalse(disk.isDirectory(Stores.PATH));
    disk.filesAtRest(Stores.PATH).write("notes.txt", new byte[3]);
    assertThrows(DbNotFoundException.class, () -> Stores.openReadOnly(disk, READING));
    assertEquals(1, disk.filesAtRest(Stores.PATH).names().size());
  }

  @Test
  void refusesTablesWithoutCurrentAndMissingTables() throws IOException {
    fill(new SplittableRandom(SEED));
    SimulatedDisk headless = disk.kill();
    headless.filesAtRest(Stores.PATH).remove("CURRENT");
    assertThrows(DbCorruptionException.class, () -> Stores.openReadOnly(headless, READING));
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    String table =
        atRest.names().stream().filter(name -> name.endsWith(".sst")).findFirst().orElseThrow();
    byte[] bytes = atRest.read(table);
    atRest.remove(table);
    assertThrows(DbCorruptionException.class, () -> Stores.openReadOnly(disk, READING));
    atRest.write(table, bytes);
    try (DbReader db = Stores.openReadOnly(disk, READING)) { // the failed opening holds no lock
      assertEquals(content, scan(db, true));
    }
  }

  @Test
  void refusesAnUnknownFormat() throws IOException {
    Stores.open(disk, WRITING).close();
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    String manifest =
        atRest.names().stream().filter(name -> name.startsWith("MANIFEST")).findAny().orElseThrow();
    ByteBuffer bytes = ByteBuffer.wrap(atRest.read(manifest)).order(ByteOrder.LITTLE_ENDIAN);
    int checked = Long.BYTES + Integer.BYTES + Long.BYTES;
    bytes.putInt(Long.BYTES, 1_000);
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), 0, checked);
    bytes.putInt(checked, (int) crc.getValue());
    atRest.write(manifest, bytes.array());
    assertThrows(DbFormatException.class, () -> Stores.openReadOnly(disk, READING));
    assertThrows(DbFormatException.class, () -> Stores.open(disk, WRITING));
  }

  /** Damage that only a filter shows: the store answers all the same, and says what it costs. */
  @Test
  void tellsOfAFilterThatIsOfNoUse() throws IOException {
    try (Db db = Stores.open(disk, WRITING)) {
      for (int i = 0; i < 40; i++) {
        write(db, Change.put(Bytes.of("key" + i), Bytes.numbered(i, 40), Durability.PROCESS));
      }
      db.flush();
    }
    String table =
        disk.filesAtRest(Stores.PATH).names().stream()
            .filter(name -> name.endsWith(".sst"))
            .findAny()
            .orElseThrow();
    int useless = 0;
    for (int at = 0; at < disk.filesAtRest(Stores.PATH).read(table).length; at += STEP) {
      SimulatedDisk damaged = disk.kill();
      damaged.filesAtRest(Stores.PATH).flipBit(table, 8L * at + 3);
      useless += tellsOfIt(damaged, table) ? 1 : 0;
    }
    assertTrue(useless > 20 / STEP, "filters damaged: " + useless);
  }

  /** What is deleted of a table cannot be told any more: not to be written to, but to be saved. */
  @Test
  void tellsOfSidecarsThatAreLostOrDamaged() throws IOException {
    try (Db db = Stores.open(disk, WRITING)) {
      for (int i = 0; i < 200; i++) {
        write(db, Change.put(Bytes.of("key" + i), Bytes.numbered(i, 40), Durability.PROCESS));
      }
      db.compact();
      db.delete(Bytes.of("key7").array());
      db.flush();
      db.awaitIdle();
    }
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    String sidecar =
        atRest.names().stream().filter(name -> name.endsWith(".dv")).findAny().orElseThrow();
    assertFalse(isLost(disk, ""));
    byte[] whole = atRest.read(sidecar);
    atRest.remove(sidecar);
    assertTrue(isLost(disk, sidecar + " is missing"));
    int lost = 0;
    for (int at = 0; at < whole.length; at++) {
      atRest.write(sidecar, whole);
      atRest.flipBit(sidecar, 8L * at + at % 8);
      lost += isLost(disk, sidecar) ? 1 : 0;
    }
    assertTrue(lost > whole.length / 2, lost + " of " + whole.length + " bits were missed");
  }

  /** Whether a deleted key is back. If so, the store says why; if not, there is nothing to say. */
  private static boolean isLost(SimulatedDisk disk, String problem) {
    boolean lost;
    try (DbReader db = Stores.openReadOnly(disk, READING)) {
      lost = db.get(Bytes.of("key7").array()) != null;
      assertEquals(lost ? 1 : 0, db.problems().size(), () -> "" + db.problems());
      for (Problem told : db.problems()) {
        assertEquals(Problem.Kind.DELETES, told.kind());
        assertTrue(told.file().endsWith(".sst"), told::file);
        assertTrue(told.toString().contains(problem), told::toString);
      }
      assertEquals(lost ? 200 : 199, scan(db, true).size());
    }
    if (lost) {
      DbCorruptionException refusal =
          assertThrows(DbCorruptionException.class, () -> Stores.open(disk.kill(), WRITING));
      assertTrue(String.valueOf(refusal.getMessage()).contains(problem), refusal::getMessage);
    }
    return lost;
  }

  private boolean tellsOfIt(SimulatedDisk damaged, String table) {
    List<Problem> problems;
    try (DbReader db = Stores.openReadOnly(damaged, READING)) {
      problems = db.problems();
      if (problems.isEmpty()) {
        return false;
      }
      assertEquals(content, scan(db, true));
      Problem first = problems.getFirst();
      assertEquals(Problem.Kind.FILTER, first.kind());
      assertEquals(table, first.file());
      assertTrue(first.toString().startsWith(table + " has a filter that is of no use: "));
      assertThrows(UnsupportedOperationException.class, problems::clear);
    } catch (DbException e) {
      return false; // it was not the filter
    }
    try (Db db = Stores.open(damaged, WRITING)) {
      assertEquals(problems.toString(), db.problems().toString());
    }
    return true;
  }
}
