package dev.malkoha.engine.damage;

import static dev.malkoha.engine.damage.KnownMap.bytes;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * A cursor that steps over damaged blocks, moved together with a place in a sorted map. Each move
 * has to lead to the next key that is not in a range told as left out, and those ranges have to lie
 * in damaged blocks.
 */
final class SkippingCursor {

  private enum Place {
    BEFORE_FIRST,
    ON_ENTRY,
    AFTER_LAST
  }

  private final Cursor cursor;
  private final KeyRange range;

  /** What the reader may see, in the range or not; it may change between moves. */
  private final NavigableMap<String, String> content;

  /** The keys whose values do not come from tables, so that no damage hides them. */
  private final Set<String> sure;

  private final List<StoredBlock> damaged;
  private Place place = Place.BEFORE_FIRST;
  private boolean isFresh = true;
  private String key = "";
  private long moves;

  /** The moves so far, for messages. */
  private final StringBuilder way = new StringBuilder();

  SkippingCursor(
      Cursor cursor,
      KeyRange range,
      NavigableMap<String, String> content,
      Set<String> sure,
      List<StoredBlock> damaged) {
    this.cursor = cursor;
    this.range = range;
    this.content = content;
    this.sure = sure;
    this.damaged = damaged;
  }

  /** The key it is on, or was on last. */
  String key() {
    return key;
  }

  long moves() {
    return moves;
  }

  boolean next() {
    begin("next");
    return switch (place) {
      case BEFORE_FIRST -> forward(cursor.next(), content);
      case ON_ENTRY -> forward(cursor.next(), content.tailMap(key, false));
      case AFTER_LAST -> stay(cursor.next());
    };
  }

  boolean prev() {
    begin("prev");
    if (isFresh || place == Place.AFTER_LAST) {
      return backward(cursor.prev(), content);
    }
    return place == Place.ON_ENTRY
        ? backward(cursor.prev(), content.headMap(key, false))
        : stay(cursor.prev());
  }

  boolean first() {
    begin("first");
    return forward(cursor.first(), content);
  }

  boolean last() {
    begin("last");
    return backward(cursor.last(), content);
  }

  boolean seek(String target) {
    begin("seek " + target);
    return forward(cursor.seek(bytes(target)), content.tailMap(target, true));
  }

  boolean seekForPrev(String target) {
    begin("seekForPrev " + target);
    return backward(cursor.seekForPrev(bytes(target)), content.headMap(target, true));
  }

  private void begin(String move) {
    moves++;
    way.append(", ").append(move);
  }

  private boolean stay(boolean found) {
    assertTrue(!found, this::toString);
    return false;
  }

  private boolean forward(boolean found, NavigableMap<String, String> beyond) {
    place = found ? Place.ON_ENTRY : Place.AFTER_LAST;
    return check(found, beyond);
  }

  private boolean backward(boolean found, NavigableMap<String, String> beyond) {
    place = found ? Place.ON_ENTRY : Place.BEFORE_FIRST;
    return check(found, beyond.descendingMap());
  }

  /** Compares where a move has led to with what there is that way, nearest first. */
  private boolean check(boolean found, NavigableMap<String, String> beyond) {
    isFresh = false;
    assertEquals(found, cursor.valid(), this::toString);
    key = found ? new String(cursor.key(), ISO_8859_1) : "";
    List<KeyRange> leftOut = cursor.leftOut();
    leftOut.forEach(this::checkLeftOut);
    for (Map.Entry<String, String> entry : beyond.entrySet()) {
      if (found && entry.getKey().equals(key)) {
        checkEntry(entry);
        return true;
      }
      if (range.contains(bytes(entry.getKey()))) {
        checkHidden(entry.getKey(), leftOut);
      }
    }
    assertTrue(!found, () -> key + " is not there" + this);
    return false;
  }

  private void checkEntry(Map.Entry<String, String> entry) {
    assertTrue(range.contains(cursor.key()), this::toString);
    assertEquals(entry.getKey(), text(cursor.keySegment().toArray(JAVA_BYTE)), this::toString);
    assertEquals(entry.getValue(), text(cursor.value()), this::toString);
    assertEquals(entry.getValue(), text(cursor.valueSegment().toArray(JAVA_BYTE)), this::toString);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private void checkHidden(String hidden, List<KeyRange> leftOut) {
    assertTrue(
        !sure.contains(hidden) && leftOut.stream().anyMatch(out -> out.contains(bytes(hidden))),
        () -> hidden + " is not shown" + this);
  }

  private void checkLeftOut(KeyRange out) {
    assertTrue(
        !out.isEmpty() && damaged.stream().anyMatch(block -> block.covers(out)),
        () -> out + " is not damaged" + this);
  }

  /** A walk that never turned shows nothing of what it has left out. */
  void checkNotShown(Set<String> shown) {
    for (KeyRange out : cursor.leftOut()) {
      assertTrue(
          shown.stream().noneMatch(one -> !sure.contains(one) && out.contains(bytes(one))),
          () -> out + " was shown" + this);
    }
  }

  @Override
  public String toString() {
    return " in " + range + way + "; on '" + key + "', left out " + cursor.leftOut();
  }
}
