package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.OpenStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a store in one directory must hold, wherever the directory is moved to. */
final class Home {

  /** By keyspace and key. */
  private Map<String, String> acknowledged = new TreeMap<>();

  /** What it may hold instead: of a write that was under way at the end of its writer. */
  private final List<Map<String, String>> possible = new ArrayList<>();

  private final List<Map<String, String>> before = new ArrayList<>();

  /** What somebody is about to fill it with, for all that is known. */
  private final Collection<Map<String, String>> offers;

  private boolean isStore;
  private boolean isFilled;
  private boolean beganEmpty;
  private @Nullable Actor owner;

  /** What may become a store. */
  Home(Collection<Map<String, String>> offers) {
    this.offers = offers;
  }

  /** Somebody has filled it; another may have opened it since. */
  void filled(Map<String, String> content) {
    assertTrue(!isFilled && !beganEmpty, "what was a store is filled again");
    isFilled = true;
    if (!isStore) {
      isStore = true;
      acknowledged = content;
    }
  }

  boolean isStore() {
    return isStore;
  }

  /** Somebody has opened it for writing. */
  void opened(Actor by, Db db) {
    Actor other = owner;
    assertTrue(other == null || other.isKilled(), "two write to one directory");
    owner = by;
    check(db);
  }

  /** An open store holds all that was acknowledged. */
  void check(Db db) {
    Map<String, String> found = content(db);
    boolean isNew = !isStore && (found.isEmpty() || offers.contains(found));
    beganEmpty |= isNew && found.isEmpty();
    isStore = true;
    assertTrue(
        isNew || found.equals(acknowledged) || possible.contains(found),
        () -> "found " + found + " where there should be " + acknowledged + " or " + possible);
    acknowledged = found;
    possible.clear();
  }

  /** A store that is only read, beside others, holds what there was at some time. */
  void checkBeside(OpenStore db) {
    Map<String, String> found = content(db);
    assertTrue(
        found.equals(acknowledged)
            || possible.contains(found)
            || before.contains(found)
            || offers.contains(found),
        () -> "read " + found + ", which never was");
  }

  /** A change; whether it came about is open if it throws. */
  void change(UnaryOperator<Map<String, String>> change, Runnable call) {
    Map<String, String> next = change.apply(new TreeMap<>(acknowledged));
    possible.add(next);
    call.run();
    before.add(acknowledged);
    acknowledged = next;
    possible.clear();
  }

  void closed(Actor by) {
    assertTrue(owner == by, "somebody else has opened what this one has open");
    owner = null;
  }

  static Map<String, String> content(OpenStore db) {
    Map<String, String> content = new TreeMap<>();
    for (String name : db.keyspaces()) {
      KeyspaceReads map = db.keyspace(name);
      try (Cursor cursor = map.scan(KeyRange.all())) {
        while (cursor.next()) {
          String value = text(cursor.value());
          assertNull(content.put(name + "/" + text(cursor.key()), value));
        }
      }
    }
    return content;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
