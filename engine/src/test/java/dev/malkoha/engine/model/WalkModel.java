package dev.malkoha.engine.model;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.model.Op.Move;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * What a transaction's cursor must do, over a sorted map that changes between its moves, and which
 * keys it has told of: from where it began to the farthest it has been.
 */
final class WalkModel {

  private enum Place {
    BEFORE_FIRST,
    ON_ENTRY,
    AFTER_LAST
  }

  private final Supplier<NavigableMap<Bytes, Bytes>> entries;
  private final Bytes from;
  private final Bytes to;
  private Place place = Place.BEFORE_FIRST;
  private boolean fresh = true;
  private Map.Entry<Bytes, Bytes> at;

  /** What was walked over since the last jump: the first key, null before any; and that behind. */
  private Bytes low;

  private Bytes high;

  /**
   * Creates a walk.
   *
   * @param entries those of the range by now
   */
  WalkModel(Supplier<NavigableMap<Bytes, Bytes>> entries, KeyRange range) {
    this.entries = entries;
    this.from = Bytes.of(range.from());
    byte[] end = range.to();
    this.to = end == null ? null : Bytes.of(end);
  }

  /** The entry that it is on; null if it is on none. */
  Map.Entry<Bytes, Bytes> entry() {
    return place == Place.ON_ENTRY ? at : null;
  }

  /**
   * Makes a move.
   *
   * @param noted is told what was walked over before a jump: first key, and that behind or null
   */
  void move(Move move, BiConsumer<Bytes, Bytes> noted) {
    boolean first = move.kind() == Move.Kind.NEXT && place == Place.BEFORE_FIRST;
    boolean last = move.kind() == Move.Kind.PREV && (fresh || place == Place.AFTER_LAST);
    if (first || move.kind() == Move.Kind.FIRST) {
      jump(from, noted);
    } else if (move.kind() == Move.Kind.SEEK) {
      Bytes target = move.target().orElseThrow();
      jump(target.compareTo(from) < 0 ? from : target, noted);
    } else if (move.kind() == Move.Kind.SEEK_FOR_PREV) {
      Bytes end = move.target().orElseThrow().successor();
      boolean isBeyond = to != null && to.compareTo(end) < 0;
      jumpBack(entries.get().floorEntry(move.target().orElseThrow()), isBeyond ? to : end, noted);
    } else if (last || move.kind() == Move.Kind.LAST) {
      jumpBack(entries.get().lastEntry(), to, noted);
    } else if (place == Place.ON_ENTRY) {
      step(move.kind() == Move.Kind.NEXT);
    }
    fresh = false;
  }

  private void jump(Bytes start, BiConsumer<Bytes, Bytes> noted) {
    note(noted);
    standOn(entries.get().ceilingEntry(start), Place.AFTER_LAST);
    low = start;
    high = at == null ? to : at.getKey().successor();
  }

  private void jumpBack(Map.Entry<Bytes, Bytes> found, Bytes end, BiConsumer<Bytes, Bytes> noted) {
    note(noted);
    standOn(found, Place.BEFORE_FIRST);
    low = at == null ? from : at.getKey();
    high = end;
  }

  private void step(boolean forward) {
    NavigableMap<Bytes, Bytes> now = entries.get();
    if (forward) {
      standOn(now.higherEntry(at.getKey()), Place.AFTER_LAST);
      if (at == null) {
        high = to;
      } else if (high != null && at.getKey().compareTo(high) >= 0) {
        high = at.getKey().successor();
      }
    } else {
      standOn(now.lowerEntry(at.getKey()), Place.BEFORE_FIRST);
      low = at == null ? from : at.getKey().compareTo(low) < 0 ? at.getKey() : low;
    }
  }

  private void standOn(Map.Entry<Bytes, Bytes> entry, Place ifNone) {
    at = entry;
    place = entry == null ? ifNone : Place.ON_ENTRY;
  }

  /** Tells what was walked over so far. */
  void note(BiConsumer<Bytes, Bytes> noted) {
    if (low != null) {
      noted.accept(low, high);
    }
  }
}
