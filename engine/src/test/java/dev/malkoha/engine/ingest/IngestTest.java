package dev.malkoha.engine.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an ingestion adds, when it is seen, and what a failed one leaves. */
class IngestTest {

  private static final DbOptions TINY =
      DbOptions.builder().memTableBytes(16 << 10).tableBytes(4096).blockBytes(256).build();

  private SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, TINY);

  @AfterEach
  void isSound() {
    db.close();
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Map.Entry<byte[], byte[]> entry(String key, String value) {
    return Map.entry(bytes(key), bytes(value));
  }

  private static String get(KeyValueMap map, String key) {
    byte[] value = map.get(bytes(key));
    return value == null ? null : new String(value, UTF_8);
  }

  private static Map<String, String> content(KeyValueMap map) {
    TreeMap<String, String> content = new TreeMap<>();
    try (Cursor cursor = map.scan(KeyRange.all())) {
      while (cursor.next()) {
        content.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    return content;
  }

  private static List<Map.Entry<byte[], byte[]>> numbered(int from, int to, String value) {
    return IntStream.range(from, to)
        .mapToObj(i -> entry("key%06d".formatted(i), value + i))
        .toList();
  }

  private void reopen() {
    db.close();
    db = Stores.open(disk, TINY);
  }

  @Test
  void addsAllAtOnceAndDurably() {
    Ingestion done = db.ingest(numbered(0, 1000, "v"));
    assertEquals(1000, done.entries());
    assertEquals(0, done.replaced());
    assertTrue(done.tables() > 1, "tables: " + done.tables());
    assertTrue(done.bytes() > 4096);
    assertEquals("v7", get(db, "key000007"));
    SimulatedDisk left = disk.crash(CrashState.SYNCED_ONLY, 1);
    db.close();
    disk = left;
    db = Stores.open(disk, TINY);
    assertEquals(1000, content(db).size());
  }

  @Test
  void theLastOneOfAKeyCounts() {
    Ingestion done =
        db.ingest(List.of(entry("b", "1"), entry("a", "2"), entry("b", "3"), entry("a", "4")));
    assertEquals(2, done.entries());
    assertEquals(2, done.replaced());
    assertEquals(Map.of("a", "4", "b", "3"), content(db));
  }

  @Test
  void sortsMoreThanMemoryHolds() {
    SplittableRandom random = new SplittableRandom(1);
    TreeMap<String, String> expected = new TreeMap<>();
    List<Map.Entry<byte[], byte[]>> input = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      String key = "key" + random.nextInt(5_000);
      expected.put(key, "value" + i);
      input.add(entry(key, "value" + i));
    }
    List<IngestOptions.Progress> told = new ArrayList<>();
    Ingestion done =
        db.ingest(input.iterator(), IngestOptions.ofMemory(4096).withProgress(told::add));
    assertEquals(expected, content(db));
    assertEquals(expected.size(), done.entries());
    assertEquals(input.size(), done.entries() + done.replaced());
    assertTrue(
        told.contains(new IngestOptions.Progress(IngestOptions.Phase.READING, input.size())),
        () -> "told " + told);
  }

  @Test
  void takesAnEntryThatIsLargerThanMemory() {
    byte[] large = new byte[100_000];
    db.ingest(
        List.of(entry("a", "1"), Map.entry(bytes("b"), large), entry("c", "3")).iterator(),
        IngestOptions.ofMemory(4096));
    assertArrayEquals(large, db.get(bytes("b")));
    assertEquals("3", get(db, "c"));
  }

  @Test
  void emptyInputAddsNothing() {
    assertEquals(new Ingestion(0, 0, 0, 0), db.ingest(List.of()));
    assertTrue(content(db).isEmpty());
  }

  @Test
  void takesTheEmptyKeyAndEmptyValues() {
    db.ingest(List.of(entry("", "x"), entry("a", "")));
    assertEquals(Map.of("", "x", "a", ""), content(db));
  }

  @Test
  void isNewerThanWhatWasWrittenBeforeAndOlderThanWhatComesAfter() {
    db.put(bytes("put"), bytes("old"));
    db.put(bytes("deleted"), bytes("old"));
    db.delete(bytes("deleted"));
    db.deleteRange(bytes("r"), bytes("s"));
    db.ingest(
        List.of(
            entry("put", "new"), entry("deleted", "new"), entry("range", "new"), entry("z", "1")));
    assertEquals("new", get(db, "put"));
    assertEquals("new", get(db, "deleted"));
    assertEquals("new", get(db, "range"));
    db.put(bytes("put"), bytes("newer"));
    db.delete(bytes("deleted"));
    db.deleteRange(bytes("r"), bytes("s"));
    Map<String, String> expected = Map.of("put", "newer", "z", "1");
    assertEquals(expected, content(db));
    db.flush();
    assertEquals(expected, content(db));
    db.awaitIdle();
    assertEquals(expected, content(db));
    db.compact();
    assertEquals(expected, content(db));
    reopen();
    assertEquals(expected, content(db));
  }

  @Test
  void snapshotsAndCursorsOfBeforeDoNotSeeIt() {
    db.put(bytes("a"), bytes("old"));
    try (Snapshot before = db.snapshot();
        Cursor cursor = db.scan(KeyRange.all())) {
      db.ingest(List.of(entry("a", "new"), entry("b", "new")));
      assertArrayEquals(bytes("old"), db.get(bytes("a"), before));
      assertNull(db.get(bytes("b"), before));
      db.compact();
      assertArrayEquals(bytes("old"), db.get(bytes("a"), before));
      assertNull(db.get(bytes("b"), before));
      assertTrue(cursor.next());
      assertArrayEquals(bytes("old"), cursor.value());
      assertFalse(cursor.next());
      try (Snapshot after = db.snapshot()) {
        db.put(bytes("b"), bytes("newer"));
        assertArrayEquals(bytes("new"), db.get(bytes("b"), after));
      }
    }
  }

  @Test
  void whatWalksHaveFoundDeadIsSeenWhenItIsIngested() {
    for (int i = 0; i < 200; i++) {
      db.put(bytes("key%06d".formatted(i)), bytes("old"));
    }
    for (int i = 0; i < 199; i++) {
      db.delete(bytes("key%06d".formatted(i)));
    }
    assertEquals(1, content(db).size());
    assertEquals(1, content(db).size());
    db.ingest(List.of(entry("key000050", "new")));
    assertEquals(2, content(db).size());
    db.deleteRange(bytes("key000000"), bytes("key000199"));
    assertEquals(1, content(db).size());
    db.ingest(List.of(entry("key000060", "new")));
    assertEquals(2, content(db).size());
  }

  @Test
  void joinsADeepLevelWhereNothingOverlaps() {
    db.ingest(numbered(0, 1000, "v"));
    db.ingest(numbered(1000, 2000, "v"));
    String explained = db.explainGet(bytes("key001500")).toString();
    assertFalse(explained.contains("level 0"), explained);
    db.ingest(numbered(500, 600, "w"));
    assertEquals("w550", get(db, "key000550"));
    assertEquals("v450", get(db, "key000450"));
  }

  @Test
  void addsFewTablesToLevel0() {
    for (int i = 0; i < 3000; i += 2) {
      db.put(bytes("key%06d".formatted(i)), bytes("old"));
    }
    Ingestion done = db.ingest(numbered(0, 3000, "v"));
    assertTrue(done.tables() <= 10, "tables: " + done.tables());
    db.awaitIdle();
    assertEquals(3000, content(db).size());
    assertEquals("v2998", get(db, "key002998"));
  }

  @Test
  void isOfOneKeyspace() {
    Keyspace other = db.keyspace("other");
    db.put(bytes("a"), bytes("default"));
    other.ingest(List.of(entry("a", "other")));
    assertEquals("default", get(db, "a"));
    assertEquals("other", get(other, "a"));
    reopen();
    assertEquals("default", get(db, "a"));
    assertEquals("other", get(db.keyspace("other"), "a"));
  }

  @Test
  void aFailingInputAddsNothingAndLeavesNothing() throws IOException {
    List<String> before = files();
    Iterator<Map.Entry<byte[], byte[]>> failing =
        new Iterator<>() {
          private final Iterator<Map.Entry<byte[], byte[]>> good =
              numbered(0, 500, "v").reversed().iterator();

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Map.Entry<byte[], byte[]> next() {
            if (!good.hasNext()) {
              throw new NoSuchElementException("the input is cut short");
            }
            return good.next();
          }
        };
    IngestOptions options = IngestOptions.ofMemory(4096);
    assertThrows(NoSuchElementException.class, () -> db.ingest(failing, options));
    assertTrue(content(db).isEmpty());
    assertEquals(before, files());
    db.put(bytes("a"), bytes("1"));
    assertEquals("1", get(db, "a"));
  }

  private List<String> files() throws IOException {
    try (var directory = disk.openExisting(Stores.PATH)) {
      return directory.list().stream().sorted().toList();
    }
  }

  @Test
  void tooLongKeysAreRefused() {
    IngestOptions options = IngestOptions.ofMemory(4096);
    var entries = List.of(Map.entry(new byte[65_536], new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> db.ingest(entries.iterator(), options));
    assertTrue(content(db).isEmpty());
  }

  @Test
  void aFullDiskAddsNothing() throws IOException {
    db.put(bytes("key000001"), bytes("old"));
    List<String> before = files();
    disk.limit(disk.usedBytes() + 8192);
    assertThrows(DbNoSpaceException.class, () -> db.ingest(numbered(0, 5000, "v")));
    disk.limit(Long.MAX_VALUE);
    assertEquals(before, files());
    assertEquals(Map.of("key000001", "old"), content(db));
    db.ingest(numbered(0, 5000, "v"));
    assertEquals(5000, content(db).size());
  }

  /** It is unknown whether the edit was made: what it names must be there at the next opening. */
  @Test
  void aFailureOfAnyForceLeavesAStoreThatOpens() {
    int fails = 0;
    for (int at = 0; at == fails; at++) {
      db.close();
      disk = new SimulatedDisk();
      db = Stores.open(disk, TINY.toBuilder().valueFileThreshold(32).build());
      disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE) + at));
      List<Map.Entry<byte[], byte[]>> input = new ArrayList<>(numbered(0, 500, "v".repeat(40)));
      input.addAll(numbered(0, 100, "w".repeat(40)).reversed());
      try {
        db.ingest(input.iterator(), IngestOptions.ofMemory(4096));
      } catch (DbException e) {
        fails++;
      }
      disk = disk.kill();
      db.close();
      db = Stores.open(disk, TINY);
      assertTrue(Set.of(0, 500).contains(content(db).size()), "force " + at);
    }
    assertTrue(fails > 2, "forces that failed: " + fails);
  }

  @Test
  void aClosedStoreAndADroppedKeyspaceTakeNone() {
    Keyspace dropped = db.keyspace("dropped");
    db.dropKeyspace("dropped");
    assertThrows(IllegalStateException.class, () -> dropped.ingest(numbered(0, 10, "v")));
    db.close();
    assertThrows(IllegalStateException.class, () -> db.ingest(numbered(0, 10, "v")));
    db = Stores.open(disk, TINY);
  }

  @Test
  void aKeyspaceThatIsDroppedMeanwhileTakesNone() throws IOException {
    Keyspace dropped = db.keyspace("dropped");
    List<String> before = files();
    Iterator<Map.Entry<byte[], byte[]>> input = numbered(0, 500, "v").iterator();
    Iterator<Map.Entry<byte[], byte[]>> dropping =
        new Iterator<>() {
          private int count;

          @Override
          public boolean hasNext() {
            return input.hasNext();
          }

          @Override
          public Map.Entry<byte[], byte[]> next() {
            if (++count == 400) {
              db.dropKeyspace("dropped");
            }
            return input.next();
          }
        };
    IngestOptions options = IngestOptions.ofMemory(4096);
    assertThrows(IllegalStateException.class, () -> dropped.ingest(dropping, options));
    assertEquals(before, files());
  }

  @Test
  void whatIsWrittenMeanwhileIsOlder() {
    Iterator<Map.Entry<byte[], byte[]>> input = numbered(0, 500, "v").iterator();
    Iterator<Map.Entry<byte[], byte[]>> writing =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return input.hasNext();
          }

          @Override
          public Map.Entry<byte[], byte[]> next() {
            Map.Entry<byte[], byte[]> next = input.next();
            db.put(next.getKey(), bytes("meanwhile"));
            return next;
          }
        };
    db.ingest(writing, IngestOptions.ofMemory(4096));
    assertEquals("v499", get(db, "key000499"));
    assertEquals(500, content(db).size());
    assertFalse(content(db).containsValue("meanwhile"));
  }

  @Test
  void aCheckpointHasItWhole() {
    db.put(bytes("a"), bytes("1"));
    db.ingest(numbered(0, 100, "v"));
    db.put(bytes("b"), bytes("2"));
    var checkpoint = db.checkpoint(Stores.PATH.resolveSibling("checkpoint"));
    try (Db copy =
        Stores.open(
            disk,
            checkpoint.directory(),
            TINY,
            dev.malkoha.engine.background.Workers.inline(),
            false)) {
      assertEquals(content(db), content(copy));
      assertEquals(102, content(copy).size());
    }
  }
}
