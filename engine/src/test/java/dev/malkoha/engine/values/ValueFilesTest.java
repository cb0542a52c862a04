package dev.malkoha.engine.values;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of values that are kept apart: every read finds them, and their space comes back.
 */
class ValueFilesTest {

  private static final int THRESHOLD = 100;
  private static final DbOptions APART = options().valueFileThreshold(THRESHOLD).build();
  private static final int KEYS = 60;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final SplittableRandom random = new SplittableRandom(7);
  private Db db = Stores.open(disk, APART);

  private static DbOptions.Builder options() {
    return DbOptions.builder()
        .memTableBytes(64 << 10)
        .tableBytes(16 << 10)
        .blockBytes(512)
        .blockCacheBytes(0)
        .compression(Compression.LZ4);
  }

  @AfterEach
  void isSound() {
    db.close();
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private static byte[] key(int number) {
    return "key%04d".formatted(number).getBytes(UTF_8);
  }

  /** Of any length around the threshold, and much longer; half of them can be packed. */
  private byte[] value() {
    byte[] value = new byte[random.nextInt(3) == 0 ? random.nextInt(20_000) : random.nextInt(200)];
    if (random.nextBoolean()) {
      random.nextBytes(value);
    }
    return value;
  }

  private byte[] noise(int length) {
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  private Map<Integer, byte[]> fill() {
    Map<Integer, byte[]> content = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      content.put(i, value());
      db.put(key(i), content.get(i));
    }
    return content;
  }

  private void reopen(DbOptions options) {
    db.close();
    db = Stores.open(disk, options);
  }

  private List<String> valueFiles() throws IOException {
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      return directory.list(name -> name.endsWith(".val"));
    }
  }

  private long valueBytes() throws IOException {
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      long bytes = 0;
      for (String name : directory.list(name -> name.endsWith(".val"))) {
        bytes += directory.size(name);
      }
      return bytes;
    }
  }

  private void check(Map<Integer, byte[]> content) {
    content.forEach((number, value) -> assertArrayEquals(value, db.get(key(number))));
    byte[][] all = content.keySet().stream().map(ValueFilesTest::key).toArray(byte[][]::new);
    assertArrayEquals(content.values().toArray(), db.getAll(List.of(all)).toArray());
    List<byte[]> forward = new ArrayList<>(content.values());
    List<byte[]> found = new ArrayList<>();
    db.forEach(KeyRange.all(), (key, value) -> found.add(value.toArray(ValueLayout.JAVA_BYTE)));
    assertArrayEquals(forward.toArray(), found.toArray());
    try (Cursor cursor = db.scan(KeyRange.all())) {
      for (byte[] value : forward) {
        assertTrue(cursor.next());
        assertArrayEquals(value, cursor.value());
        assertArrayEquals(value, cursor.valueSegment().toArray(ValueLayout.JAVA_BYTE));
        assertArrayEquals(value, cursor.value());
      }
      assertFalse(cursor.next());
      for (byte[] value : forward.reversed()) {
        assertTrue(cursor.prev());
        assertArrayEquals(value, cursor.value());
      }
    }
  }

  @Test
  void everyReadFindsThem() throws IOException {
    Map<Integer, byte[]> content = fill();
    db.flush();
    assertNotEquals(List.of(), valueFiles());
    check(content);
    assertEquals(KEYS, db.count(KeyRange.all()));
    for (int i = 0; i < KEYS; i++) {
      byte[] value = Objects.requireNonNull(content.get(i));
      byte[] into = new byte[value.length];
      assertEquals(value.length, db.get(key(i), MemorySegment.ofArray(into)));
      assertArrayEquals(value, into);
      Entry entry = Objects.requireNonNull(db.ceiling(key(i)));
      assertArrayEquals(value, entry.value());
      String last = db.explainGet(key(i)).steps().getLast();
      assertTrue(last.contains("put of %,d byte".formatted(value.length)), last);
    }
    db.compact();
    check(content);
    reopen(APART);
    check(content);
    try (DbReader beside = Stores.openReadOnly(disk, APART)) {
      content.forEach((number, value) -> assertArrayEquals(value, beside.get(key(number))));
    }
  }

  @Test
  void compactionsLeaveThemWhereTheyAre() throws IOException {
    Map<Integer, byte[]> content = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      int at = i % 2 == 0 ? i : 400 - i;
      content.put(at, noise(3000));
      db.put(key(at), content.get(at));
    }
    db.flush();
    List<String> before = valueFiles();
    db.compact();
    check(content);
    assertEquals(before, valueFiles());
    double compacted = db.stats().metric("compaction.written").value();
    assertTrue(compacted < 0.1 * valueBytes(), compacted + " of " + valueBytes());
  }

  @Test
  void smallFilesAreGathered() throws IOException {
    Map<Integer, byte[]> content = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      content.put(i, noise(200));
      db.put(key(i), content.get(i));
      db.flush();
    }
    db.compact();
    check(content);
    assertTrue(valueFiles().size() < 30, "" + valueFiles());
  }

  @Test
  void spaceComesBackWhereTheyAreOverwritten() throws IOException {
    Map<Integer, byte[]> content = new TreeMap<>();
    for (int i = 0; i < 4000; i++) {
      int number = random.nextInt(KEYS);
      content.put(number, noise(1000));
      db.put(key(number), content.get(number));
    }
    db.compact();
    db.awaitIdle();
    check(content);
    assertTrue(valueBytes() < 2.5 * 1000 * KEYS, "" + valueBytes());
    assertEquals(valueBytes(), db.stats().count("value.files.size"));
    assertEquals(valueFiles().size(), db.stats().count("value.files"));
    assertTrue(db.stats().count("value.files.live") >= 1000 * KEYS);
  }

  @Test
  void spaceComesBackWhereTheyAreDeleted() throws IOException {
    fill();
    db.flush();
    for (int i = 0; i < KEYS / 2; i++) {
      db.delete(key(i));
    }
    db.deleteRange(KeyRange.atLeast(key(KEYS / 2)));
    db.compact();
    db.awaitIdle();
    assertNull(db.first());
    assertEquals(List.of(), valueFiles());
  }

  @Test
  void snapshotsAndCursorsKeepThem() throws IOException {
    Map<Integer, byte[]> then = fill();
    db.flush();
    List<String> before = valueFiles();
    Cursor cursor = db.scan(KeyRange.all());
    try (Snapshot snapshot = db.snapshot()) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), noise(500));
      }
      db.compact();
      then.forEach((number, value) -> assertArrayEquals(value, db.get(key(number), snapshot)));
      assertTrue(valueFiles().containsAll(before));
    }
    db.compact();
    db.put(key(0), noise(500));
    db.compact();
    for (byte[] value : then.values()) {
      assertTrue(cursor.next());
      assertArrayEquals(value, cursor.value());
    }
    cursor.close();
    db.awaitIdle();
    assertTrue(Collections.disjoint(before, valueFiles()), before + " " + valueFiles());
  }

  @Test
  void goWithTheirKeyspace() throws IOException {
    Keyspace other = db.keyspace("other", APART.defaultKeyspace());
    other.put(key(1), noise(5000));
    db.flush();
    assertEquals(1, valueFiles().size());
    db.dropKeyspace("other");
    assertEquals(List.of(), valueFiles());
  }

  @Test
  void anOpeningClearsAwayWhatNobodyNames() throws IOException {
    Map<Integer, byte[]> content = fill();
    db.flush();
    db.close();
    List<String> before = valueFiles();
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      for (String name : List.of("000900.tmp.val", "000901.val")) {
        try (WritableFile file = directory.create(name)) {
          file.append(new byte[100], 0, 100);
        }
      }
    }
    db = Stores.open(disk, APART);
    assertEquals(before, valueFiles());
    assertEquals("000901.val", db.problems().getFirst().file());
    assertEquals(Problem.Kind.UNKNOWN_FILE, db.problems().getFirst().kind());
    check(content);
  }

  @Test
  void checkpointsHaveThem() {
    final Map<Integer, byte[]> content = fill();
    db.flush();
    Checkpoint first = db.checkpoint(Path.of("/backup/one"));
    assertTrue(first.files().stream().anyMatch(file -> file.name().endsWith(".val")));
    assertEquals(List.of(), first.verify());
    for (int i = 0; i < KEYS; i++) {
      db.delete(key(i));
    }
    db.compact();
    Stores.restore(disk, Path.of("/backup/one"), Path.of("/again"));
    assertEquals(List.of(), Stores.verify(disk, Path.of("/again")).problems());
    db.close();
    try (Db again = Stores.open(disk, Path.of("/again"), APART, Workers.inline(), false)) {
      content.forEach((number, value) -> assertArrayEquals(value, again.get(key(number))));
    }
  }

  @Test
  void comeBackToTheirKeysWhereTheOptionIsSwitchedOff() throws IOException {
    Map<Integer, byte[]> content = fill();
    db.flush();
    reopen(options().valueFileThreshold(0).build());
    for (int i = 0; i < KEYS; i += i % 10 == 9 ? 2 : 1) {
      content.put(i, noise(300));
      db.put(key(i), content.get(i));
    }
    db.compact();
    db.awaitIdle();
    check(content);
    assertEquals(List.of(), valueFiles());
  }

  @Test
  void leaveTheirKeysWhereTheOptionIsSwitchedOn() throws IOException {
    reopen(options().valueFileThreshold(0).build());
    Map<Integer, byte[]> content = fill();
    db.flush();
    assertEquals(List.of(), valueFiles());
    reopen(APART);
    content.put(KEYS, noise(500));
    db.put(key(KEYS), content.get(KEYS));
    db.compact();
    check(content);
    long stored = content.values().stream().filter(v -> v.length >= THRESHOLD).count();
    assertTrue(stored > 10 && db.stats().tableBytes() < 20 * KEYS + 100 * KEYS);
    assertNotEquals(List.of(), valueFiles());
  }

  @Test
  void ingestionsKeepThemApart() throws IOException {
    Map<Integer, byte[]> content = new TreeMap<>();
    List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
    for (int i = 0; i < 3000; i++) { // sorted at first, and then some of them once more
      int number = i < 1500 ? i : random.nextInt(4000);
      byte[] value = noise(random.nextInt(1000));
      content.put(number, value);
      entries.add(Map.entry(key(number), value));
    }
    db.ingest(entries.iterator(), IngestOptions.ofMemory(1 << 20));
    check(content);
    db.compact();
    check(content);
    assertTrue(db.stats().tableBytes() < 0.3 * valueBytes());
  }
}
