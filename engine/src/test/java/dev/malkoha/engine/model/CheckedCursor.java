package dev.malkoha.engine.model;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.model.Op.Move;
import java.util.List;
import java.util.Map;

/** A store's cursor and the model's, moved together and compared after each move. */
final class CheckedCursor {

  private final Cursor cursor;
  private final ModelCursor model;

  CheckedCursor(Cursor cursor, ModelCursor model) {
    this.cursor = cursor;
    this.model = model;
  }

  void move(List<Move> moves) {
    for (Move move : moves) {
      boolean found = moveStore(move);
      model.move(move);
      check(move, found);
    }
  }

  private boolean moveStore(Move move) {
    return switch (move.kind()) {
      case NEXT -> cursor.next();
      case PREV -> cursor.prev();
      case FIRST -> cursor.first();
      case LAST -> cursor.last();
      case SEEK -> cursor.seek(move.target().orElseThrow().array());
      case SEEK_FOR_PREV -> cursor.seekForPrev(move.target().orElseThrow().array());
    };
  }

  private void check(Move move, boolean found) {
    Map.Entry<Bytes, Bytes> expected = model.entry();
    if (found != (expected != null) || cursor.valid() != found) {
      throw new AssertionError(
          move + " says " + found + ", valid says " + cursor.valid() + ", expected " + expected);
    }
    if (expected != null) {
      checkEqual(move, expected.getKey(), Bytes.of(cursor.key()));
      checkEqual(move, expected.getValue(), Bytes.of(cursor.value()));
      checkEqual(move, expected.getKey(), Bytes.of(cursor.keySegment().toArray(JAVA_BYTE)));
      checkEqual(move, expected.getValue(), Bytes.of(cursor.valueSegment().toArray(JAVA_BYTE)));
    }
  }

  private static void checkEqual(Move move, Bytes expected, Bytes found) {
    if (!expected.equals(found)) {
      throw new AssertionError(move + " finds " + found + ", expected " + expected);
    }
  }

  void close() {
    cursor.close();
  }
}
