package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.model.Op.Move;
import java.util.Map;
import java.util.NavigableMap;

/**
 * What a cursor must do, over a sorted map that does not change: it stands before the first entry,
 * on one, or behind the last, and a new one before the first from where {@code prev} leads to the
 * last.
 */
final class ModelCursor {

  private final NavigableMap<Bytes, Bytes> entries;
  private Map.Entry<Bytes, Bytes> at;
  private boolean behindLast;
  private boolean fresh = true;

  ModelCursor(NavigableMap<Bytes, Bytes> entries) {
    this.entries = entries;
  }

  /** The entry the cursor is on; null if it is on none. */
  Map.Entry<Bytes, Bytes> entry() {
    return at;
  }

  void move(Move move) {
    switch (move.kind()) {
      case NEXT -> next();
      case PREV -> prev();
      case FIRST -> forwardTo(entries.firstEntry());
      case LAST -> backwardTo(entries.lastEntry());
      case SEEK -> forwardTo(entries.ceilingEntry(move.target().orElseThrow()));
      case SEEK_FOR_PREV -> backwardTo(entries.floorEntry(move.target().orElseThrow()));
    }
    fresh = false;
  }

  private void next() {
    if (at != null) {
      forwardTo(entries.higherEntry(at.getKey()));
    } else if (!behindLast) {
      forwardTo(entries.firstEntry());
    }
  }

  private void prev() {
    if (at != null) {
      backwardTo(entries.lowerEntry(at.getKey()));
    } else if (fresh || behindLast) {
      backwardTo(entries.lastEntry());
    }
  }

  private void forwardTo(Map.Entry<Bytes, Bytes> entry) {
    at = entry;
    behindLast = entry == null;
  }

  private void backwardTo(Map.Entry<Bytes, Bytes> entry) {
    at = entry;
    behindLast = false;
  }
}
