package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.List;

/**
 * Reads records of a running log from its segments' files, which somebody holds. What was appended
 * is there as a whole, so an end before that is damage.
 */
final class LiveReading {

  private final Directory directory;
  private final Delivery delivery;
  private final long to;

  LiveReading(Directory directory, long from, long to, Log.RecordHandler handler) {
    this.directory = directory;
    this.delivery = new Delivery(from, handler);
    this.to = to;
  }

  /** Reads those of the log's segments that have records in the range. */
  void run(List<Segment> segments) throws IOException {
    for (int i = 0; i < segments.size() && segments.get(i).base() < to; i++) {
      boolean isLast = i + 1 == segments.size();
      long stop = isLast ? to : Math.min(to, segments.get(i + 1).base());
      if (stop > delivery.from()) {
        read(segments.get(i), stop);
      }
    }
  }

  private void read(Segment segment, long stop) throws IOException {
    try (ReadableFile file = directory.open(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      delivery.run(reader, stop);
      if (reader.end() < stop) {
        throw reader.damageAt(reader.end(), "records up to position " + stop, reader.problem());
      }
      if (reader.end() > stop) {
        throw new IllegalArgumentException("no record of the log ends at position " + stop);
      }
    }
  }
}
