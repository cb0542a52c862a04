package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What openings at the last mark show, and what is refused for their sake. */
class MarkTest {

  private static final Path ELSEWHERE = Path.of("/elsewhere");

  private static final DbOptions PAST =
      DbOptions.builder().memTableBytes(4 << 10).tableBytes(4 << 10).blockBytes(256).build();

  private static final DbOptions AT_MARKS = PAST.toBuilder().openAtLastMark(true).build();

  private SimulatedDisk disk = new SimulatedDisk();

  private Db open() {
    return Stores.open(disk, AT_MARKS);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void put(Db db, String key, String value) {
    db.put(bytes(key), bytes(value));
  }

  @SuppressWarnings("NullAway") // what it must not be
  private static byte[] nothing() {
    return null;
  }

  private static @Nullable String get(Reads db, String key) {
    byte[] value = db.get(bytes(key));
    return value == null ? null : new String(value, UTF_8);
  }

  /** A store whose last mark saw "a", and in which "b" was written after it. */
  private Db marked() {
    Db db = open();
    put(db, "a", "1");
    db.mark(bytes("first"));
    put(db, "b", "2");
    return db;
  }

  private void checkMarked() {
    try (Db db = open()) {
      assertEquals("1", get(db, "a"));
      assertNull(get(db, "b"));
      assertArrayEquals(bytes("first"), db.lastMark());
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  @Test
  void aClosedStoreGoesBackToItsMark() {
    marked().close();
    checkMarked();
    checkMarked();
  }

  @Test
  void aKilledStoreGoesBackToItsMark() {
    Db db = marked();
    disk = disk.kill();
    db.close();
    checkMarked();
  }

  @Test
  void aFlushDoesNotMakeAnythingStay() {
    try (Db db = marked()) {
      db.flush();
      db.compact();
      db.sync();
    }
    checkMarked();
  }

  /** Memtables that hold what lies on both sides of a mark become one table each. */
  @Test
  void aTableAcrossTheMarkKeepsWhatTheMarkSaw() {
    try (Db db = marked()) {
      put(db, "a", "later");
      db.deleteRange(bytes("a"), bytes("c"));
      db.flush();
      assertNull(get(db, "a"));
    }
    checkMarked();
  }

  /** What an operand is merged into may be covered: a table across the mark keeps both. */
  @Test
  void aTableAcrossTheMarkMergesNothingOverARangeDelete() {
    KeyspaceOptions merging =
        PAST.defaultKeyspace().toBuilder()
            .mergeFunction("list", MergeFunctions.append(bytes(",")))
            .build();
    DbOptions options = AT_MARKS.toBuilder().defaultKeyspace(merging).build();
    try (Db db = Stores.open(disk, options)) {
      put(db, "k", "covered");
      Snapshot snapshot = db.snapshot();
      db.deleteRange(bytes("a"), bytes("y"));
      db.merge(bytes("k"), bytes("b"));
      db.mark(bytes("first"));
      put(db, "z", "across");
      db.flush();
      snapshot.close();
    }
    try (Db db = Stores.open(disk, options)) {
      assertEquals("b", get(db, "k"));
      assertNull(get(db, "z"));
    }
  }

  /** The log alone has a mark that was made after the freeze, and the flush leaves it there. */
  @Test
  void aMarkThatWasForcedWhileMemTablesAreFlushedStays() {
    MeanwhileDisk meanwhile = new MeanwhileDisk(disk);
    Db db = Stores.open(meanwhile, AT_MARKS);
    put(db, "a", "1");
    meanwhile.after(
        0,
        When.TABLE_WRITE,
        () -> {
          db.mark(bytes("first"));
          db.sync();
          put(db, "b", "2");
          db.mark(bytes("second"));
        });
    db.flush();
    assertTrue(meanwhile.end());
    disk = disk.crash(CrashState.SYNCED_ONLY, 1);
    db.close();
    checkMarked();
  }

  @Test
  void aDeleteAfterTheMarkIsNotApplied() {
    try (Db db = open()) {
      put(db, "a", "1");
      db.flush();
      db.mark(bytes("first"), Durability.SYNC);
      db.delete(bytes("a"));
      db.flush();
      db.awaitIdle();
      assertNull(get(db, "a"));
    }
    checkMarked();
  }

  @Test
  void theSnapshotAtTheMarkIsBesideWhatWasWrittenSince() {
    try (Db db = marked()) {
      put(db, "a", "later");
      db.flush();
      db.awaitIdle();
      try (Snapshot mark = db.snapshotAtLastMark()) {
        assertEquals("1", get(mark, "a"));
        assertNull(get(mark, "b"));
        db.mark(bytes("second"), Durability.SYNC);
        db.compact();
        assertEquals("1", get(mark, "a"));
      }
      try (Snapshot mark = db.snapshotAtLastMark()) {
        assertEquals("later", get(mark, "a"));
      }
    }
  }

  /** What a power cut leaves is what one of the marks saw since the last durable one. */
  @Test
  void aMarkIsForcedAsItsDurabilitySays() {
    for (Durability durability : Durability.values()) {
      disk = new SimulatedDisk();
      Db db = marked();
      db.sync();
      db.mark(bytes("second"), durability);
      SimulatedDisk left = disk.crash(CrashState.SYNCED_ONLY, 1);
      db.close();
      disk = left;
      try (Db opened = open()) {
        boolean isForced = durability == Durability.SYNC;
        assertEquals(isForced ? "2" : null, get(opened, "b"), durability.toString());
        assertArrayEquals(bytes(isForced ? "second" : "first"), opened.lastMark());
      }
    }
  }

  @Test
  void theFirstOpeningTakesAllThereIsAsItsFirstMark() {
    try (Db db = Stores.open(disk, PAST)) {
      put(db, "a", "1");
      assertNull(db.lastMark());
    }
    try (Db db = open()) {
      assertEquals("1", get(db, "a"));
      assertNull(db.lastMark());
      put(db, "a", "2");
      try (Snapshot mark = db.snapshotAtLastMark()) {
        assertEquals("1", get(mark, "a"));
      }
    }
    try (Db db = open()) {
      assertEquals("1", get(db, "a"));
      assertNull(db.lastMark());
    }
  }

  @Test
  void anEmptyStoreIsEmptyAgain() {
    try (Db db = open()) {
      put(db, "a", "1");
      db.flush();
    }
    try (Db db = open()) {
      assertNull(get(db, "a"));
      db.mark(new byte[0]);
      assertArrayEquals(new byte[0], db.lastMark());
    }
  }

  @Test
  void anOpeningPastTheMarksEndsThem() {
    marked().close();
    try (Db db = Stores.open(disk, PAST)) {
      assertEquals("2", get(db, "b"));
      assertNull(db.lastMark());
      for (Runnable refused :
          List.<Runnable>of(() -> db.mark(bytes("no")), db::snapshotAtLastMark)) {
        var e = assertThrows(IllegalStateException.class, refused::run);
        assertTrue(String.valueOf(e.getMessage()).contains("openAtLastMark(true)"));
      }
      put(db, "c", "3");
    }
    try (Db db = open()) {
      assertEquals("2", get(db, "b"));
      assertEquals("3", get(db, "c"));
      assertNull(db.lastMark());
    }
  }

  /**
   * A store that was never opened at its marks says nothing of them, however often it is opened.
   */
  @Test
  void theOptionIsNotStored() {
    open().close();
    try (Db db = Stores.open(disk, PAST)) {
      assertTrue(!db.options().openAtLastMark() && !db.storedOptions().contains("Mark"));
    }
  }

  @Test
  void readersShowEverything() {
    try (Db db = marked();
        DbReader reader = Stores.openReadOnly(disk, AT_MARKS)) {
      assertEquals("2", get(reader, "b"));
      put(db, "c", "3");
      assertTrue(reader.refresh());
      assertEquals("3", get(reader, "c"));
    }
  }

  /** A reader that has shown what is taken back does not go on showing it. */
  @Test
  void aReaderFollowsWhatAnOpeningTakesBack() {
    Db before = marked();
    before.close();
    try (DbReader reader = Stores.openReadOnly(disk, PAST)) {
      assertEquals("2", get(reader, "b"));
      try (Db db = open()) {
        reader.refresh();
        assertNull(get(reader, "b"));
        put(db, "c", "3");
        reader.refresh();
        assertNull(get(reader, "b"));
        assertEquals("3", get(reader, "c"));
      }
    }
  }

  @Test
  void aCheckpointCarriesTheMarkAlong() {
    try (Db db = marked()) {
      db.checkpoint(ELSEWHERE);
    }
    try (Db copy = Stores.open(disk, ELSEWHERE, AT_MARKS, Workers.inline(), false)) {
      assertNull(get(copy, "b"));
      assertArrayEquals(bytes("first"), copy.lastMark());
    }
  }

  @Test
  void aCheckpointCarriesWhatWasTakenBackAlong() {
    marked().close();
    try (Db db = open()) {
      db.checkpoint(ELSEWHERE);
    }
    try (Db copy = Stores.open(disk, ELSEWHERE, PAST, Workers.inline(), false)) {
      assertEquals("1", get(copy, "a"));
      assertNull(get(copy, "b"));
    }
  }

  @Test
  void salvageShowsEverythingButWhatWasTakenBack() {
    marked().close();
    Stores.salvage(disk, Stores.PATH, ELSEWHERE);
    try (Db salvaged = Stores.open(disk, ELSEWHERE, PAST, Workers.inline(), false)) {
      assertEquals("2", get(salvaged, "b"));
    }
    open().close();
    Path again = Path.of("/again");
    Stores.salvage(disk, Stores.PATH, again);
    try (Db salvaged = Stores.open(disk, again, PAST, Workers.inline(), false)) {
      assertEquals("1", get(salvaged, "a"));
      assertNull(get(salvaged, "b"));
    }
  }

  @Test
  void whatTheManifestAloneKnowsIsAMarkOrRefused() {
    try (Db db = open()) {
      Keyspace other = db.keyspace("other");
      put(db, "a", "1");
      for (Runnable refused :
          List.<Runnable>of(
              () -> db.dropKeyspace("other"),
              () -> other.ingest(Map.of(bytes("i"), bytes("1")).entrySet()))) {
        var e = assertThrows(IllegalStateException.class, refused::run);
        assertTrue(String.valueOf(e.getMessage()).contains("call Db.mark before"));
      }
      db.mark(bytes("first"));
      other.ingest(Map.of(bytes("i"), bytes("1")).entrySet());
      assertArrayEquals(bytes("first"), db.lastMark());
      put(db, "b", "2");
    }
    try (Db db = open()) {
      assertEquals("1", get(db.keyspace("other"), "i"));
      assertNull(get(db, "b"));
      assertArrayEquals(bytes("first"), db.lastMark());
      db.dropKeyspace("other");
      put(db, "b", "2");
    }
    try (Db db = open()) {
      assertEquals(List.of("default"), db.keyspaces());
      assertEquals("1", get(db, "a"));
      assertNull(get(db, "b"));
    }
  }

  /** They may lie in any level, and what is merged around them must not lie across them. */
  @Test
  void compactionsSeeIngestedTablesAtOnce() {
    try (Db db = open()) {
      for (String keys : List.of("ab", "yz")) {
        keys.chars().forEach(key -> put(db, Character.toString(key), "1"));
        db.flush();
      }
      db.mark(bytes("first"), Durability.SYNC);
      db.ingest(Map.of(bytes("m"), bytes("1")).entrySet());
      db.compact();
      assertEquals("1", get(db, "m"));
      assertEquals("1", get(db, "z"));
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  @Test
  void aKeyspaceMadeAfterTheMarkStaysAndIsEmpty() {
    try (Db db = marked()) {
      db.keyspace("other").put(bytes("o"), bytes("1"));
    }
    try (Db db = open()) {
      assertEquals(List.of("default", "other"), db.keyspaces());
      assertNull(get(db.keyspace("other"), "o"));
    }
  }

  /** Tables with anything newer than the mark stay in level 0, and nobody waits for that. */
  @Test
  void compactionsLeaveAloneWhatNoMarkCovers() {
    try (Db db = marked()) {
      for (int i = 0; i < 40; i++) {
        put(db, "k" + i, "1");
        db.flush();
      }
      db.awaitIdle();
      assertTrue(db.stats().tablesPerLevel()[0] >= 40);
      db.compact();
      assertEquals("1", get(db, "k39"));
      db.mark(bytes("first"), Durability.SYNC);
      db.awaitIdle();
      assertTrue(db.stats().tablesPerLevel()[0] < 12);
    }
  }

  /** Numbers go on: a store that is taken back again and again replays nothing twice. */
  @Test
  void numbersAreNotGivenOutAgain() {
    long last = 0;
    for (int i = 0; i < 5; i++) {
      try (Db db = open()) {
        put(db, "a", "1");
        put(db, "b", String.valueOf(i));
        if (i == 2) {
          db.flush();
        }
        try (Snapshot now = db.snapshot()) {
          assertTrue(now.sequence() > last);
          last = now.sequence();
        }
      }
    }
    try (Db db = open()) {
      assertNull(get(db, "a"));
    }
  }

  /** Marks alone do not make the log ever longer. */
  @Test
  void theLogOfMarksAloneIsGivenBack() {
    try (Db db = open()) {
      put(db, "a", "1");
      byte[] label = new byte[60_000];
      db.flush();
      for (int i = 0; i < 100; i++) {
        db.mark(label);
      }
      assertArrayEquals(label, db.lastMark());
    }
    assertTrue(disk.usedBytes() < 1 << 20, disk.usedBytes() + " bytes");
    try (Db db = open()) {
      assertEquals("1", get(db, "a"));
      assertArrayEquals(new byte[60_000], db.lastMark());
    }
  }

  /** They would drop nothing, as what the mark saw is kept. */
  @Test
  void keyspacesThatDropDataAreRefused() {
    KeyspaceOptions bounded = KeyspaceOptions.builder().fifo(1 << 20).build();
    try (Db db = open()) {
      assertThrows(IllegalArgumentException.class, () -> db.keyspace("recent", bounded));
    }
    try (Db db = Stores.open(disk, PAST)) {
      db.keyspace("recent", bounded);
    }
    assertThrows(IllegalArgumentException.class, this::open);
  }

  @Test
  void aLabelIsCopiedAndNotTooLong() {
    try (Db db = open()) {
      byte[] label = bytes("label");
      db.mark(label);
      label[0] = 0;
      Objects.requireNonNull(db.lastMark())[1] = 0;
      assertArrayEquals(bytes("label"), db.lastMark());
      assertThrows(IllegalArgumentException.class, () -> db.mark(new byte[65_536]));
      assertThrows(NullPointerException.class, () -> db.mark(nothing()));
    }
  }
}
