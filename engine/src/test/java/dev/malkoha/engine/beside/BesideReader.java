package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a store beside its writer, and checks what it sees: each time a moment that the writer went
 * through between the begin and the end of looking for it, and none that is earlier than one
 * before.
 */
final class BesideReader {

  /** A snapshot, and what it shows for as long as it is open. */
  private record Kept(Snapshot snapshot, int moment) {}

  /** A cursor on its way, and what it has still to come to. */
  private record Walk(Cursor cursor, NavigableMap<Bytes, Bytes> left) {}

  private final Chronicle chronicle;
  private final SplittableRandom random;
  private final DbReader db;
  private final List<Kept> snapshots = new ArrayList<>();
  private final List<Walk> walks = new ArrayList<>();
  private int moment;
  private int moves;

  BesideReader(Disk disk, DbOptions options, Chronicle chronicle, SplittableRandom random) {
    this.chronicle = chronicle;
    this.random = random;
    int from = chronicle.ended();
    this.db = Stores.openReadOnly(disk, options);
    locate(from, chronicle.begun());
    assertEquals(List.of(), db.problems());
  }

  /** How often it came to a later moment. */
  int moves() {
    return moves;
  }

  int moment() {
    return moment;
  }

  void refresh() {
    int from = chronicle.ended();
    boolean changed = db.refresh();
    int before = moment;
    locate(Math.max(from, before), chronicle.begun());
    boolean alike = chronicle.at(before).equals(chronicle.at(moment)); // as if one dropped and made
    assertTrue(changed || alike, "the refresh says that it shows nothing else");
    moves += changed ? 1 : 0;
  }

  /** Looks once more where nobody has written since. */
  void refreshInVain() {
    assertFalse(db.refresh());
  }

  private void locate(int from, int to) {
    Chronicle.Content seen = content(null);
    int found = chronicle.find(seen, from, to);
    assertTrue(found >= 0, () -> "none of the moments " + from + " to " + to + ": " + seen);
    moment = found;
  }

  /** Looks at the present moment, and at those that were kept. */
  void look() {
    assertEquals(chronicle.at(moment), content(null));
    switch (random.nextInt(6)) {
      case 0, 1 -> snapshots.add(new Kept(db.snapshot(), moment));
      case 2, 3 -> walks.add(begin());
      default -> endOne();
    }
    for (Kept kept : snapshots) {
      check(kept);
    }
  }

  /** What is gone in the present moment cannot be named any more, but for what is kept of it. */
  private void check(Kept kept) {
    Chronicle.Content expected = chronicle.at(kept.moment).copy();
    expected.keySet().retainAll(db.keyspaces());
    Chronicle.Content seen = content(kept.snapshot);
    for (String name : List.copyOf(seen.keySet())) {
      if (!expected.containsKey(name)) { // made later
        assertTrue(seen.remove(name).isEmpty(), name);
      } else if (!sameKeyspace(name, kept.moment)) { // made again later
        assertTrue(seen.remove(name).isEmpty(), name);
        expected.remove(name);
      }
    }
    assertEquals(expected, seen);
  }

  /** Whether the keyspace of a name was there at all moments since one. */
  private boolean sameKeyspace(String name, int since) {
    for (int i = since; i <= moment; i++) {
      if (!chronicle.at(i).containsKey(name)) {
        return false;
      }
    }
    return true;
  }

  private Walk begin() {
    List<String> names = db.keyspaces();
    String name = names.get(random.nextInt(names.size()));
    Walk walk =
        new Walk(
            db.keyspace(name).scan(KeyRange.all()), new TreeMap<>(chronicle.at(moment).get(name)));
    goOn(walk, random.nextInt(10));
    return walk;
  }

  private static void goOn(Walk walk, int steps) {
    for (int i = 0; i < steps && !walk.left.isEmpty(); i++) {
      assertTrue(walk.cursor.next());
      var next = walk.left.pollFirstEntry();
      assertEquals(next.getKey(), Bytes.of(walk.cursor.key()));
      assertEquals(next.getValue(), Bytes.of(walk.cursor.value()));
    }
  }

  private void endOne() {
    if (!snapshots.isEmpty()) {
      Kept kept = snapshots.remove(random.nextInt(snapshots.size()));
      check(kept);
      kept.snapshot.close();
    }
    if (!walks.isEmpty()) {
      end(walks.remove(random.nextInt(walks.size())));
    }
  }

  private static void end(Walk walk) {
    goOn(walk, Integer.MAX_VALUE);
    assertFalse(walk.cursor.next());
    walk.cursor.close();
  }

  private Chronicle.Content content(@Nullable Snapshot at) {
    Chronicle.Content content = new Chronicle.Content();
    for (String name : db.keyspaces()) {
      MapReads map = name.equals("default") ? db : db.keyspace(name);
      NavigableMap<Bytes, Bytes> entries = Chronicle.Content.entries(map, at, random.nextBoolean());
      for (int i = 0; i < 4; i++) {
        Bytes key = Bytes.of("key" + random.nextInt(25));
        byte[] value = at == null ? map.get(key.array()) : map.get(key.array(), at);
        assertEquals(entries.get(key), value == null ? null : Bytes.of(value), "get " + key);
      }
      content.put(name, entries);
    }
    return content;
  }

  /** Ends all that was kept, and closes the store. */
  void close() {
    snapshots.forEach(this::check);
    snapshots.forEach(kept -> kept.snapshot.close());
    walks.forEach(BesideReader::end);
    db.close();
  }
}
