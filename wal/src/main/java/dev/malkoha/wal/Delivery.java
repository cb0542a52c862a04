package dev.malkoha.wal;

import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * Hands the records of one segment after another to a handler, from a start position on that has to
 * be a record's.
 */
record Delivery(long from, Log.RecordHandler handler) {

  /**
   * Hands over what the reader comes to, up to a position or the first bytes that are no record.
   */
  void run(SegmentReader reader, long stop) throws IOException {
    run(reader, end -> end >= stop);
  }

  /**
   * Likewise, up to a position that is enough.
   *
   * @param isEnough is asked of the position after each record, and of the first one's
   */
  void run(SegmentReader reader, LongPredicate isEnough) throws IOException {
    while (!isEnough.test(reader.end()) && reader.next()) {
      if (reader.position() >= from) {
        handler.record(
            reader.position(), reader.buffer(), reader.payloadOffset(), reader.payloadLength());
      } else if (reader.end() > from) {
        throw reader.damageAt(
            from,
            "a record at start position " + from,
            "the middle of the one at " + reader.position());
      }
    }
  }
}
