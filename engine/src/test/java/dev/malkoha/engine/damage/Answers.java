package dev.malkoha.engine.damage;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;

/**
 * All that a store answers, beside what it should: every key by itself, and all in both directions.
 */
final class Answers {

  private final Db db;
  private final NavigableMap<Bytes, Bytes> expected;
  private final NavigableMap<Bytes, Bytes> found = new TreeMap<>();
  private String wrong = "";
  private String refusal = "";

  private Answers(Db db, NavigableMap<Bytes, Bytes> expected) {
    this.db = db;
    this.expected = expected;
  }

  static Answers of(Db db, NavigableSet<Bytes> keys, NavigableMap<Bytes, Bytes> expected) {
    Answers answers = new Answers(db, expected);
    answers.scan(true);
    answers.scan(false);
    keys.forEach(answers::get);
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
  NavigableMap<Bytes, Bytes> found() {
    return found;
  }

  private void get(Bytes key) {
    try {
      byte[] value = db.get(key.array());
      Bytes right = expected.get(key);
      if (value == null ? right != null : !Bytes.of(value).equals(right)) {
        noteWrong("get " + key + " gives " + (value == null ? "nothing" : Bytes.of(value)));
      }
    } catch (DbCorruptionException | DbFormatException e) {
      noteRefusal(e);
    }
  }

  private void scan(boolean forward) {
    Map<Bytes, Bytes> right = forward ? expected : expected.descendingMap();
    Iterator<Map.Entry<Bytes, Bytes>> next = right.entrySet().iterator();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (forward ? cursor.next() : cursor.prev()) {
        see(Map.entry(Bytes.of(cursor.key()), Bytes.of(cursor.value())), next, forward);
      }
      if (next.hasNext()) {
        noteWrong((forward ? "next" : "prev") + " ends before " + next.next().getKey());
      }
    } catch (DbCorruptionException | DbFormatException e) {
      noteRefusal(e);
    }
  }

  private void see(
      Map.Entry<Bytes, Bytes> entry, Iterator<Map.Entry<Bytes, Bytes>> next, boolean forward) {
    if (forward) {
      found.put(entry.getKey(), entry.getValue());
    }
    if (!next.hasNext() || !next.next().equals(entry)) {
      noteWrong((forward ? "next" : "prev") + " comes to " + entry.getKey());
    }
  }

  private void noteWrong(String what) {
    wrong = wrong.isEmpty() ? what : wrong;
  }

  private void noteRefusal(Exception e) {
    refusal = refusal.isEmpty() ? String.valueOf(e.getMessage()) : refusal;
  }
}
