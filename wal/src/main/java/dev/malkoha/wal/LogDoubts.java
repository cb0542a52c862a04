package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.SegmentCatalog.Found;

/**
 * What speaks against the end that a recovery found, without proving it wrong: records that are
 * there and cannot be reached, and bytes that nearly are a record. A power cut leaves such things
 * where nothing was forced; if there was none, they are damage.
 */
final class LogDoubts {

  private static final int CHUNK_BYTES = 64 << 10;
  private static final byte[] ZEROS = new byte[CHUNK_BYTES];

  private final Directory directory;
  private final SegmentCatalog catalog;
  private final List<String> problems = new ArrayList<>();

  /** The slot that a turn at the end of the log names in vain; -1 if there is none. */
  private long missed = -1;

  LogDoubts(Directory directory, SegmentCatalog catalog) {
    this.directory = directory;
    this.catalog = catalog;
  }

  /** All that was noted, one sentence each. */
  List<String> problems() {
    return problems;
  }

  /**
   * Notes what is odd about the end of the last segment.
   *
   * @param reader stands at the end
   * @param records how many valid ones follow
   */
  void noteEnd(Found last, SegmentReader reader, String problem, int records) throws IOException {
    String where = last.slot().name() + " ends at offset " + reader.endOffset();
    if (reader.turn() >= 0) {
      missed = reader.turn();
      note(where + " with " + problem + ", where no segment follows it");
    } else if (records > 0) {
      note(where + " with " + problem + ", and " + records + " records behind it are given up");
    } else if (reader.endsInDamagedRecord()) {
      note(where + " in what was a record: it is given up");
    }
  }

  private void note(String problem) {
    problems.add(problem + "; a power cut leaves this where nothing was forced, else it is damage");
  }

  /**
   * The files with records that no way leads to.
   *
   * @param chain the segments that count
   * @param first where they begin: segments before are not needed
   */
  List<Slot> findStrays(List<Found> chain, long first) throws IOException {
    List<Slot> strays = new ArrayList<>();
    for (Found segment : catalog.segments()) {
      if (segment.header().base() >= first && !chain.contains(segment) && holdsRecords(segment)) {
        strays.add(segment.slot());
        note(segment.slot().name() + " holds records that cannot be reached");
      }
    }
    for (Slot slot : catalog.blank()) {
      if (slot.number() == missed) {
        strays.add(slot);
      } else if (slot.size() > LogFormat.SEGMENT_BYTES_MAX) { // not ours, and long to look through
        strays.add(slot);
        problems.add(slot.name() + " is longer than any segment and has no header: it is no log");
      } else if (holdsBytes(slot)) {
        strays.add(slot);
        note(slot.name() + " holds records and has no header");
      }
    }
    return strays;
  }

  private boolean holdsRecords(Found segment) throws IOException {
    try (ReadableFile file = directory.openOnce(segment.slot().name())) {
      SegmentReader reader = new SegmentReader(file, segment.header());
      return reader.next() || reader.rest(0).records() > 0;
    }
  }

  private boolean holdsBytes(Slot slot) throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, slot.size())];
    try (ReadableFile file = directory.openOnce(slot.name())) {
      for (long at = LogFormat.HEADER_BYTES; at < slot.size(); at += chunk.length) {
        int length = (int) Math.min(chunk.length, slot.size() - at);
        file.read(at, chunk, 0, length);
        if (!Arrays.equals(chunk, 0, length, ZEROS, 0, length)) {
          return true;
        }
      }
    }
    return false;
  }
}
