package dev.malkoha.engine.damage;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Maps;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;

/**
 * All that a store answers, beside what it should: in each keyspace every key by itself, and all in
 * both directions.
 */
final class Answers {

  private final Maps found = new Maps();
  private String wrong = "";
  private String refusal = "";

  private Answers() {}

  static Answers of(OpenStore db, NavigableSet<Bytes> keys, Maps expected) {
    Answers answers = new Answers();
    if (!db.keyspaces().equals(List.copyOf(expected.names()))) {
      answers.noteWrong("there are the keyspaces " + db.keyspaces());
    }
    for (String name : db.keyspaces()) {
      MapReads map = name.equals(Maps.DEFAULT) ? db : db.keyspace(name);
      answers.found.create(name);
      answers.scan(map, true, expected.of(name), answers.found.of(name));
      answers.scan(map, false, expected.of(name).descendingMap(), new TreeMap<>());
      keys.forEach(key -> answers.get(map, key, expected.of(name).get(key)));
    }
    return answers;
  }

  /** The first answer that is wrong; empty if none is. */
  String wrong() {
    return wrong;
  }

  /** The first answer that was refused; empty if none was. */
  String refusal() {
    return refusal;
  }

  /** What a scan showed. */
  Maps found() {
    return found;
  }

  private void get(MapReads map, Bytes key, Bytes right) {
    try {
      byte[] value = map.get(key.array());
      if (value == null ? right != null : !Bytes.of(value).equals(right)) {
        noteWrong("get " + key + " gives " + (value == null ? "nothing" : Bytes.of(value)));
      }
    } catch (DbCorruptionException | DbFormatException e) {
      noteRefusal(e);
    }
  }

  private void scan(
      MapReads map, boolean forward, Map<Bytes, Bytes> right, Map<Bytes, Bytes> seen) {
    Iterator<Map.Entry<Bytes, Bytes>> next = right.entrySet().iterator();
    try (Cursor cursor = map.scan(KeyRange.all())) {
      while (forward ? cursor.next() : cursor.prev()) {
        see(Map.entry(Bytes.of(cursor.key()), Bytes.of(cursor.value())), next, seen);
      }
      if (next.hasNext()) {
        noteWrong((forward ? "next" : "prev") + " ends before " + next.next().getKey());
      }
    } catch (DbCorruptionException | DbFormatException e) {
      noteRefusal(e);
    }
  }

  private void see(
      Map.Entry<Bytes, Bytes> entry,
      Iterator<Map.Entry<Bytes, Bytes>> next,
      Map<Bytes, Bytes> seen) {
    seen.put(entry.getKey(), entry.getValue());
    if (!next.hasNext() || !next.next().equals(entry)) {
      noteWrong("a cursor comes to " + entry.getKey());
    }
  }

  private void noteWrong(String what) {
    wrong = wrong.isEmpty() ? what : wrong;
  }

  private void noteRefusal(Exception e) {
    refusal = refusal.isEmpty() ? String.valueOf(e.getMessage()) : refusal;
  }
}
