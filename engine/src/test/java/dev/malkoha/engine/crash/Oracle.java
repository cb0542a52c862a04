package dev.malkoha.engine.crash;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
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
import java.util.function.ToLongFunction;

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
 *
 * <p>Where entries expire, what is left of the writes is looked at by the store's time. That is the
 * clock's, or the last that was told: by the writes that are left, or before a close.
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

  /**
   * What was found after a crash: what it may be that is left. There may be several, as long as the
   * store could still forget that something has expired.
   */
  static final class Left {

    private final Oracle open = new Oracle();
    private final Oracle closed = new Oracle();

    private Left(long perhapsTold) {
      open.perhapsTold = perhapsTold;
      closed.perhapsTold = perhapsTold;
    }

    /** Adds a content, of which the store knows a time, if it is what was found at some time. */
    private void addIfFound(Maps found, Maps content, long known, long clock) {
      long told = Math.max(known, clock);
      Maps shown = content.at(told).agedAs(found, open.perhapsTold);
      if (shown.equals(found)) {
        open.add(new Maps(content), known, told);
        closed.contents.clear();
        closed.times.clear();
        closed.add(shown, open.told, open.told);
      }
    }

    private boolean isNothing() {
      return open.contents.isEmpty();
    }

    /** The oracle of the store that shows it, for as long as that is open. */
    Oracle open() {
      return open;
    }

    /** Its oracle once it is closed: it knows what time it told. */
    Oracle closed() {
      return closed;
    }
  }

  /** The content after so many writes; one more than was acknowledged while a write runs. */
  private final List<Maps> contents = new ArrayList<>();

  /** The time that the store knows where so many writes are left. */
  private final List<Long> times = new ArrayList<>();

  /** The last time that the store surely told. */
  private long told;

  /** The last time that it may have told. */
  private long perhapsTold;

  /** The last write to each keyspace, as an index of contents. */
  private final Map<String, Integer> lastWrites = new HashMap<>();

  private int acknowledged;
  private int durable;

  /** What makes, changes or drops a keyspace at this moment. */
  private Optional<Consumer<Maps>> underWay = Optional.empty();

  /** A store that holds this, durably. */
  Oracle(Maps content) {
    contents.add(content);
    times.add(0L);
  }

  private Oracle() {}

  private void add(Maps content, long known, long seen) {
    told = contents.isEmpty() ? seen : Math.min(told, seen);
    contents.add(content);
    times.add(known);
    perhapsTold = Math.max(perhapsTold, seen);
  }

  private Oracle(Oracle other) {
    contents.addAll(other.contents);
    times.addAll(other.times);
    told = other.told;
    perhapsTold = other.perhapsTold;
    acknowledged = other.acknowledged;
    durable = other.durable;
    underWay = other.underWay;
  }

  /** The oracle of the same store for who opens it, and may tell it a time, without a write. */
  Oracle openedAt(long clock) {
    Oracle opened = new Oracle(this);
    opened.perhapsTold = Math.max(perhapsTold, clock);
    return opened;
  }

  /** A write begins in which nothing expires. */
  void begin(Change change) {
    begin(change, _ -> Maps.NEVER);
  }

  /**
   * A write begins.
   *
   * @param expiry when what an edit puts expires
   */
  void begin(Change change, ToLongFunction<Edit> expiry) {
    contents.add(after(contents.getLast(), maps -> change.applyTo(maps, expiry)));
    times.add(change.edits().isEmpty() ? times.getLast() : told);
    change.edits().forEach(edit -> lastWrites.put(edit.keyspace(), contents.size() - 1));
  }

  private static Maps after(Maps before, Consumer<Maps> change) {
    Maps after = new Maps(before);
    change.accept(after);
    return after;
  }

  /** The store is asked for the time while the clock says one; returns what it tells. */
  long tell(long clock) {
    told = Math.max(told, clock);
    perhapsTold = Math.max(perhapsTold, told);
    return told;
  }

  /** The last time that the store surely told. */
  long told() {
    return told;
  }

  /** The last time that the store may have told. */
  long latest() {
    return perhapsTold;
  }

  /** The store has been closed. */
  void closed() {
    allDurable();
    noteTime();
  }

  /**
   * A second has gone by: what reads have told is noted, and what writes have told is in the log.
   */
  void tick() {
    if (told > times.getLast()) {
      noteTime();
    }
  }

  private void noteTime() {
    times.replaceAll(time -> Math.max(time, told));
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

  /**
   * Fails unless an allowed number of writes adds up to what was found.
   *
   * @param clock what the clock says, or a later time that was told to who found it
   */
  Left check(Maps found, Floor floor, long clock) {
    Left left = new Left(perhapsTold);
    for (int writes = floor.now(); writes < contents.size(); writes++) {
      left.addIfFound(found, contents.get(writes), times.get(writes), clock);
    }
    if (underWay.isPresent()) {
      left.addIfFound(found, after(content(), underWay.get()), times.get(acknowledged), clock);
    }
    if (left.isNothing()) {
      throw new AssertionError(verdict(found, floor, clock) + difference(found, clock));
    }
    return left;
  }

  private String verdict(Maps found, Floor floor, long clock) {
    Left less = new Left(perhapsTold);
    for (int writes = 0; writes < floor.now(); writes++) {
      less.addIfFound(found, contents.get(writes), times.get(writes), clock);
    }
    return less.isNothing()
        ? "a hole: no first part of the writes adds up to this"
        : "lost: holds fewer than the first " + floor.now() + " writes";
  }

  /** The oracle of the same store, all that is acknowledged being durable. */
  Oracle again() {
    Oracle again = new Oracle(new Maps(content()));
    again.times.set(0, times.get(acknowledged));
    again.told = told;
    again.perhapsTold = perhapsTold;
    return again;
  }

  private String difference(Maps found, long clock) {
    long time = Math.max(clock, times.get(acknowledged));
    Maps newest = content().at(time);
    StringBuilder text = new StringBuilder("; against everything acknowledged, at " + time + ":");
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
