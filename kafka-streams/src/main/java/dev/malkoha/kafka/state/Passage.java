package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A walk over all entries of a store that changes them, one batch at a time. */
final class Passage {

  /** Small enough for the smallest memtable. */
  private static final long BATCH_BYTES = 64 << 10;

  private Passage() {}

  /**
   * Has changes of the entries that lie after a key added to a batch, until that is large.
   *
   * @param after null for all entries
   * @param change adds what is to become of the entry that the cursor stands on
   * @return the last key seen; null if there was none
   */
  static byte @Nullable [] fill(
      Db db, byte @Nullable [] after, WriteBatch batch, BiConsumer<WriteBatch, Cursor> change) {
    byte[] last = null;
    try (Cursor cursor = db.scan(after == null ? KeyRange.all() : KeyRange.above(after))) {
      while (batch.sizeBytes() < BATCH_BYTES && cursor.next()) {
        last = cursor.key();
        change.accept(batch, cursor);
      }
    }
    return last;
  }
}
