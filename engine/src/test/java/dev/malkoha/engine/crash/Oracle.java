package dev.malkoha.engine.crash;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a store may hold after a crash: kept outside the disk, and never wrong.
 *
 * <p>It must hold what some first part of the writes adds up to (else there is a hole), and that
 * part must reach at least to the last write that was durable. The write that was running when the
 * crash came may be the last one.
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
  private final List<NavigableMap<Bytes, Bytes>> contents = new ArrayList<>();

  private int acknowledged;
  private int durable;

  /** A store that holds this, durably. */
  Oracle(NavigableMap<Bytes, Bytes> content) {
    contents.add(content);
  }

  /** A write begins. */
  void begin(Change change) {
    NavigableMap<Bytes, Bytes> after = new TreeMap<>(contents.getLast());
    change.applyTo(after);
    contents.add(after);
  }

  /** The write has returned. */
  void acknowledge(boolean isDurable) {
    acknowledged = contents.size() - 1;
    if (isDurable) {
      durable = acknowledged;
    }
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
  NavigableMap<Bytes, Bytes> content() {
    return contents.get(acknowledged);
  }

  /** Finds how many writes add up to what was found; fails if no allowed number does. */
  int check(NavigableMap<Bytes, Bytes> found, Floor floor) {
    int writes = contents.lastIndexOf(found);
    if (writes >= floor.now()) {
      return writes;
    }
    String verdict =
        writes >= 0
            ? "lost: holds the first " + writes + " writes of at least " + floor.now()
            : "a hole: no first part of the writes adds up to this";
    throw new AssertionError(verdict + difference(found, contents.get(acknowledged)));
  }

  /** The oracle of a store that was found to hold so many writes, which are durable since. */
  Oracle after(int writes) {
    return new Oracle(contents.get(writes));
  }

  private static String difference(
      NavigableMap<Bytes, Bytes> found, NavigableMap<Bytes, Bytes> newest) {
    StringBuilder text = new StringBuilder("; against everything acknowledged:");
    NavigableMap<Bytes, Bytes> keys = new TreeMap<>(newest);
    keys.putAll(found);
    for (Bytes key : keys.keySet()) {
      if (!Objects.equals(found.get(key), newest.get(key))) {
        text.append("\n  " + key + " is " + found.get(key) + ", was " + newest.get(key));
      }
    }
    return text.toString();
  }
}
