package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loops and streams over entries let go of what they read when they end. */
class EntriesTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, DbOptions.builder().memTableBytes(64 << 10).build());

  @BeforeEach
  void fill() {
    for (byte i = 0; i < 10; i++) {
      db.put(new byte[] {i}, new byte[i]);
    }
    db.flush();
  }

  @AfterEach
  void close() {
    db.close();
  }

  /** The tables that there are: one that was compacted away is there as long as it is read. */
  private long tables() throws Exception {
    return disk.openDirectory(Stores.PATH).list().stream()
        .filter(file -> file.endsWith(".sst"))
        .count();
  }

  private void rewrite() {
    db.put(new byte[] {1}, new byte[1]);
    db.compact();
  }

  @Test
  void aLoopClosesItsCursorAtItsEnd() throws Exception {
    List<Entry> all = new ArrayList<>();
    Entries entries = db.entries(KeyRange.all());
    for (Entry entry : entries) {
      all.add(entry);
    }
    rewrite();
    assertEquals(1, tables());
    assertEquals(10, all.size());
  }

  @Test
  void aLoopThatIsLeftIsClosedByItsOwner() throws Exception {
    try (Entries entries = db.entries(KeyRange.all())) {
      for (Entry entry : entries) {
        assertEquals(0, entry.value().length);
        break;
      }
      rewrite();
      assertEquals(2, tables());
    }
    rewrite();
    assertEquals(1, tables());
  }

  @Test
  void aStreamClosesItsCursorAtItsEndOrWhenItIsClosed() throws Exception {
    Stream<Entry> whole = db.stream(KeyRange.all());
    assertEquals(45, whole.mapToInt(entry -> entry.value().length).sum());
    rewrite();
    assertEquals(1, tables());
    try (Stream<Entry> some = db.stream(KeyRange.atLeast(new byte[] {3}))) {
      Iterator<Entry> iterator = some.limit(1).iterator();
      assertEquals(3, iterator.next().value().length);
      assertFalse(iterator.hasNext());
      rewrite();
      assertEquals(2, tables());
    }
    rewrite();
    assertEquals(1, tables());
  }

  @Test
  void thereIsOneWalk() {
    try (Entries entries = db.entries(KeyRange.all())) {
      Iterator<Entry> walk = entries.iterator();
      assertThrows(IllegalStateException.class, entries::iterator);
      assertThrows(IllegalStateException.class, entries::stream);
      for (int i = 0; i < 10; i++) {
        assertTrue(walk.hasNext());
        assertTrue(walk.hasNext());
        walk.next();
      }
      assertFalse(walk.hasNext());
      var end = assertThrows(NoSuchElementException.class, walk::next);
      assertEquals("there is no further entry", end.getMessage());
      assertFalse(walk.hasNext());
    }
  }

  @Test
  void aClosedWalkIsRefused() {
    Entries entries = db.entries(KeyRange.all());
    Iterator<Entry> walk = entries.iterator();
    walk.next();
    entries.close();
    entries.close();
    assertThrows(IllegalStateException.class, walk::hasNext);
  }

  @Test
  void entriesAreEqualByTheirBytes() {
    Entry entry = new Entry(new byte[] {1, 2}, new byte[] {3});
    assertEquals(entry, new Entry(new byte[] {1, 2}, new byte[] {3}));
    assertEquals(entry.hashCode(), new Entry(new byte[] {1, 2}, new byte[] {3}).hashCode());
    assertNotEquals(entry, new Entry(new byte[] {1}, new byte[] {3}));
    assertNotEquals(entry, new Entry(new byte[] {1, 2}, new byte[] {4}));
    assertEquals("0102 (1 bytes)", entry.toString());
  }

  @Test
  void walksGoDownWhereTheOptionsSaySo() {
    KeyRange range = KeyRange.between(new byte[] {2}, new byte[] {5});
    List<Byte> looped = new ArrayList<>();
    for (Entry entry : db.entries(range, ScanOptions.defaults().descending())) {
      looped.add(entry.key()[0]);
    }
    List<Byte> given = new ArrayList<>();
    db.forEach(
        range,
        ScanOptions.defaults().descending(),
        (key, value) -> given.add(key.get(ValueLayout.JAVA_BYTE, 0)));
    List<Byte> down = List.of((byte) 4, (byte) 3, (byte) 2);
    assertEquals(down, looped);
    assertEquals(down, given);
    assertEquals(
        down,
        db.stream(range, ScanOptions.defaults().descending())
            .map(entry -> entry.key()[0])
            .toList());
    assertEquals(down.reversed(), db.stream(range).map(entry -> entry.key()[0]).toList());
  }

  @Test
  void anotherStoreIngestsEntriesAsTheyCome() {
    KeyRange range = KeyRange.atLeast(new byte[] {4});
    try (Db other = Db.inMemory();
        Entries entries = db.entries(range)) {
      assertEquals(6, other.ingest(entries).entries());
      assertEquals(db.stream(range).toList(), other.stream(KeyRange.all()).toList());
    }
  }

  @Test
  void anEntryIsEqualByItsBytesAndDoesNotChange() {
    Entry entry = new Entry(new byte[] {1}, new byte[] {2});
    assertEquals(entry, new Entry(new byte[] {1}, new byte[] {2}));
    assertNotEquals(entry, Map.entry(entry.key(), entry.value()));
    assertEquals(entry.key(), entry.getKey());
    assertEquals(entry.value(), entry.getValue());
    assertThrows(UnsupportedOperationException.class, () -> entry.setValue(new byte[0]));
  }
}
