package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.WriteBatch;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives entries whose keys begin with a segment of time the keys that they have with segments of
 * another length.
 *
 * <p>An entry moves from one key to the other in one batch. Which key it should have it says
 * itself, so what has moved already does not move again. While entries move the ledger says no
 * length at all: so a crash in the middle begins again, whatever length is asked for then.
 */
final class Resegmentation {

  private static final Logger LOG = LoggerFactory.getLogger(Resegmentation.class);

  private final Db db;
  private final Ledger ledger;
  private final UnaryOperator<byte[]> moved;

  /**
   * Moves nothing yet.
   *
   * @param moved the key that an entry should have, by the one it has
   */
  Resegmentation(Db db, Ledger ledger, UnaryOperator<byte[]> moved) {
    this.db = db;
    this.ledger = ledger;
    this.moved = moved;
  }

  /** Moves what was written with segments of another length. */
  void to(long segmentMs) {
    Long has = ledger.segmentMs();
    if (has != null && has == segmentMs) {
      return;
    }
    if (db.first() != null) {
      LOG.info("Changing the state store in {} to segments of {} ms", db.directory(), segmentMs);
      say(null);
      byte[] after = null;
      do {
        after = moveSome(after);
      } while (after != null);
    }
    say(segmentMs);
  }

  private void say(@Nullable Long segmentMs) {
    WriteBatch batch = new WriteBatch();
    ledger.setSegmentMs(batch, segmentMs);
    ledger.keep(batch);
  }

  /** Moves what lies after a key, or a part of it; returns the last key seen, or null if all. */
  private byte @Nullable [] moveSome(byte @Nullable [] after) {
    WriteBatch batch = new WriteBatch();
    byte[] last = Passage.fill(db, after, batch, this::move);
    ledger.keep(batch);
    return last;
  }

  private void move(WriteBatch batch, Cursor entry) {
    byte[] key = entry.key();
    byte[] right = moved.apply(key);
    if (!Arrays.equals(key, right)) {
      batch.delete(key).put(right, entry.value());
    }
  }
}
