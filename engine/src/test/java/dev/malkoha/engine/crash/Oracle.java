package dev.malkoha.engine.crash;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What a store may hold after a crash: kept outside the disk, and never wrong.
 *
 * <p>It must hold what some first part of the writes adds up to (else there is a hole), and that
 * part must reach at least to the last write that was durable. The write that was running when the
 * crash came may be the last one. All keyspaces show the same first part.
 *
 * <p>Keyspaces are made, changed and dropped durably, and with that all that was acknowledged
 * before: what is dropped is as if it had never been, and what is made holds nothing of the writes
 * before.
 */
final class Oracle {

  /**
   * How many writes must be left.
   *
   * @param now by what was done to the disk so far
   * @param durable by any power cut that may follow
   */
  record Floor(int now, int durable) {

    /** After a power cut. */
    Floor afterCut() {
      return new Floor(durable, durable);
    }
  }

  /** The content after so many writes; one more than was acknowledged while a write runs. */
  private final List<Maps> contents = new ArrayList<>();

  /** The last write to each keyspace, as an index of contents. */
  private final Map<String, Integer> lastWrites = new HashMap<>();

  private int acknowledged;
  private int durable;

  /** What makes, changes or drops a keyspace at this moment. */
  private Optional<Consumer<Maps>> underWay = Optional.empty();

  /** A store that holds this, durably. */
  Oracle(Maps content) {
    contents.add(content);
  }

  /** A write begins. */
  void begin(Change change) {
    contents.add(after(contents.getLast(), change::applyTo));
    change.edits().forEach(edit -> lastWrites.put(edit.keyspace(), contents.size() - 1));
  }

  private static Maps after(Maps before, Consumer<Maps> change) {
    Maps after = new Maps(before);
    change.accept(after);
    return after;
  }

  /** The write has returned. */
  void acknowledge(boolean isDurable) {
    acknowledged = contents.size() - 1;
    if (isDurable) {
      durable = acknowledged;
    }
  }

  /** A flush of a keyspace has returned, and with what was last written to it all before. */
  void flushed(String keyspace) {
    durable = Math.max(durable, lastWrites.getOrDefault(keyspace, 0));
  }

  /** A keyspace is about to be made, or to get other options. */
  void beginToSet(String keyspace, String options) {
    underWay = Optional.of(maps -> maps.set(keyspace, options));
  }

  /** A keyspace is about to be dropped. */
  void beginToDrop(String keyspace) {
    underWay = Optional.of(maps -> maps.drop(keyspace));
    lastWrites.remove(keyspace);
  }

  /** It is made, changed or dropped. */
  void endOfKeyspaceChange() {
    underWay.ifPresent(contents::forEach);
    underWay = Optional.empty();
    allDurable();
  }

  /** Everything acknowledged is durable: a flush or a close has returned. */
  void allDurable() {
    durable = acknowledged;
  }

  /** What crashes at this moment must leave. */
  Floor floor() {
    return new Floor(acknowledged, durable);
  }

  /** What everything acknowledged adds up to. */
  Maps content() {
    return contents.get(acknowledged);
  }

  /** Fails unless an allowed number of writes adds up to what was found. */
  void check(Maps found, Floor floor) {
    int writes = contents.lastIndexOf(found);
    if (writes >= floor.now() || isAheadOfNothing(found)) {
      return;
    }
    String verdict =
        writes >= 0
            ? "lost: holds the first " + writes + " writes of at least " + floor.now()
            : "a hole: no first part of the writes adds up to this";
    throw new AssertionError(verdict + difference(found, contents.get(acknowledged)));
  }

  /**
   * Whether it has what is made, changed or dropped at this moment, and all that was acknowledged
   * before.
   */
  private boolean isAheadOfNothing(Maps found) {
    return underWay.map(change -> after(content(), change)).filter(found::equals).isPresent();
  }

  /** The oracle of the same store, all that is acknowledged being durable. */
  Oracle again() {
    return new Oracle(content());
  }

  private static String difference(Maps found, Maps newest) {
    StringBuilder text = new StringBuilder("; against everything acknowledged:");
    TreeSet<String> names = new TreeSet<>(newest.names());
    names.addAll(found.names());
    for (String name : names) {
      text.append("\n " + name + ", " + found.names().contains(name) + " now:");
      addDifference(text, found.of(name), newest.of(name));
    }
    return text.toString();
  }

  private static void addDifference(
      StringBuilder text, NavigableMap<Bytes, Bytes> found, NavigableMap<Bytes, Bytes> newest) {
    NavigableMap<Bytes, Bytes> keys = new TreeMap<>(newest);
    keys.putAll(found);
    for (Bytes key : keys.keySet()) {
      if (!Objects.equals(found.get(key), newest.get(key))) {
        text.append("\n  " + key + " is " + found.get(key) + ", was " + newest.get(key));
      }
    }
  }
}
