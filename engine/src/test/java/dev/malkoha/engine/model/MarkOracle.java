package dev.malkoha.engine.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a store with marks may hold after a crash: what one of the marks saw since the last that is
 * known to be durable, or where it is not opened at its marks, what some first part of the writes
 * adds up to.
 */
final class MarkOracle {

  /** What each keyspace holds, by name. */
  record Contents(TreeMap<String, NavigableMap<String, Lasting>> maps) {

    Contents() {
      this(new TreeMap<>());
    }

    NavigableMap<String, Lasting> of(String keyspace) {
      return maps.computeIfAbsent(keyspace, _ -> new TreeMap<>());
    }

    Contents copy() {
      Contents copy = new Contents();
      maps.forEach((name, map) -> copy.maps.put(name, new TreeMap<>(map)));
      return copy;
    }

    /** What is seen at a time, of keyspaces in which there is anything. */
    Map<String, Map<String, String>> at(long time) {
      Map<String, Map<String, String>> seen = new TreeMap<>();
      maps.forEach(
          (name, map) -> {
            Map<String, String> shown = new TreeMap<>();
            map.forEach(
                (key, lasting) -> {
                  String value = lasting.at(time);
                  if (value != null) {
                    shown.put(key, value);
                  }
                });
            if (!shown.isEmpty()) {
              seen.put(name, shown);
            }
          });
      return seen;
    }
  }

  /** A mark, or what may be left of the writes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Marked(byte @Nullable [] label, Contents contents) {}

  /** Moments of which a crash may leave one: the first is durable. */
  private static final class Moments {

    private final List<Marked> all = new ArrayList<>();
    private int acknowledged;

    void begin(Marked next) {
      all.add(next);
    }

    void acknowledge() {
      acknowledged = all.size() - 1;
    }

    void durable() {
      all.subList(0, acknowledged).clear();
      acknowledged = 0;
    }

    void restart(Marked at) {
      all.clear();
      all.add(at);
      acknowledged = 0;
    }
  }

  private final Moments marks = new Moments();
  private final Moments writes = new Moments();

  /** Whether the store is opened at its marks. */
  private boolean isMarked;

  /** Whether an opening is under way that may end the marks. */
  private boolean endsMarks;

  /** Whether one is that may take back what no mark saw. */
  private boolean goesBack;

  MarkOracle() {
    restart(new Marked(null, new Contents()), false);
  }

  /** An opening has shown a moment. */
  void restart(Marked at, boolean opensAtMarks) {
    isMarked = opensAtMarks;
    endsMarks = false;
    goesBack = false;
    marks.restart(at);
    writes.restart(new Marked(null, at.contents.copy()));
  }

  /** An opening begins. */
  void beginToOpen(boolean atMarks) {
    endsMarks = !atMarks;
    goesBack = atMarks && isMarked;
  }

  /** A write begins. */
  void begin(Contents after) {
    writes.begin(new Marked(null, after.copy()));
  }

  /** The write is done. */
  void acknowledge() {
    writes.acknowledge();
  }

  /** A mark begins of what is there. */
  void beginMark(byte @Nullable [] label, Contents now) {
    marks.begin(new Marked(label, now.copy()));
  }

  /** The mark is done. */
  void acknowledgeMark() {
    marks.acknowledge();
  }

  /** All that was done is durable. */
  void durable() {
    marks.durable();
    writes.durable();
  }

  /** The last mark. */
  Marked mark() {
    return marks.all.get(marks.acknowledged);
  }

  /** Whether the last mark is known to be durable. */
  boolean isMarkDurable() {
    return marks.acknowledged == 0;
  }

  /**
   * Fails unless a crash may leave what was found; returns what it is.
   *
   * @param isKill whether nothing is lost that was acknowledged
   * @param atMarks whether it was opened at the marks
   */
  Marked check(
      byte @Nullable [] label,
      Map<String, Map<String, String>> found,
      boolean isKill,
      boolean atMarks,
      long time) {
    List<Marked> may = new ArrayList<>();
    if (atMarks && isMarked) {
      may.addAll(rest(marks, isKill));
    }
    if (!atMarks || !isMarked || endsMarks) {
      may.addAll(rest(writes, isKill));
    }
    if (!atMarks && goesBack) {
      rest(marks, isKill).forEach(each -> may.add(new Marked(null, each.contents)));
    }
    for (Marked each : may.reversed()) {
      if (Arrays.equals(label, each.label) && found.equals(each.contents.at(time))) {
        return each;
      }
    }
    List<String> of = may.stream().map(each -> text(each.label) + each.contents.at(time)).toList();
    throw new AssertionError(
        "%s, opened %s the marks: found %s%s, expected one of%n%s"
            .formatted(
                isKill ? "kill" : "power cut",
                atMarks ? "at" : "past",
                text(label),
                found,
                String.join("\n", of)));
  }

  private static List<Marked> rest(Moments of, boolean isKill) {
    return of.all.subList(isKill ? of.acknowledged : 0, of.all.size());
  }

  private static String text(byte @Nullable [] label) {
    return Objects.requireNonNullElse(label == null ? null : Arrays.toString(label), "no label ");
  }
}
