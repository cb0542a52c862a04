package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * What the headers in a directory say: which files hold segments, and which of those follow which.
 *
 * <p>Of several segments that could be meant, the one made last is: a later opening makes its
 * segment only after it has given up those it could not reach.
 */
public final class SegmentCatalog {

  /** A segment file as it lies in the directory. */
  public record Found(Slot slot, SegmentHeader header) {

    public boolean isShort() {
      return slot.size() < header.capacity();
    }
  }

  private final List<Found> segments = new ArrayList<>(); // by sequence
  private final List<Slot> blank = new ArrayList<>();
  private final List<CorruptLogException> unclear = new ArrayList<>();

  private SegmentCatalog() {}

  /** Reads all segment headers of a directory. Files with other names are not looked at. */
  public static SegmentCatalog read(Directory directory) throws IOException {
    SegmentCatalog catalog = new SegmentCatalog();
    for (String name : names(directory)) {
      catalog.add(directory, name);
    }
    catalog.sort();
    catalog.refuseTwins();
    return catalog;
  }

  /**
   * Reads the segment headers that can be read beside a writer. Files may come and go meanwhile and
   * headers be written: a file that is gone is left out, and so is one whose header makes no sense,
   * with a note of it.
   */
  public static SegmentCatalog readBeside(Directory directory) throws IOException {
    SegmentCatalog catalog = new SegmentCatalog();
    for (String name : names(directory)) {
      try {
        catalog.add(directory, name);
      } catch (NoSuchFileException _) {
        // deleted since the list was made
      } catch (CorruptLogException e) {
        catalog.unclear.add(e);
      }
    }
    catalog.sort();
    return catalog;
  }

  private static List<String> names(Directory directory) throws IOException {
    return directory.list(name -> LogFormat.slot(name).isPresent());
  }

  private void add(Directory directory, String name) throws IOException {
    try (ReadableFile file = directory.openOnce(name)) {
      add(new Slot(LogFormat.slot(name).orElseThrow(), file.size()), file);
    }
  }

  private void add(Slot slot, ReadableFile file) throws IOException {
    SegmentHeader header = SegmentHeader.read(file);
    if (header == null) {
      refuseIfForeign(file);
      blank.add(slot);
    } else if (header.slot() != slot.number()) { // no crash puts a segment in another's file
      String found = "that of " + LogFormat.name(header.slot());
      throw new CorruptLogException(
          slot.name(), 0, "its own header", found, "give the file its name");
    } else {
      segments.add(new Found(slot, header));
    }
  }

  private void sort() {
    segments.sort(Comparator.comparingLong(s -> s.header().sequence()));
  }

  /**
   * A file without a valid header was never begun: then its header sectors are zero, but for the
   * one that was being written when the process was killed. Anything else is another program's, or
   * a segment with both headers destroyed, and not for us to delete.
   */
  private static void refuseIfForeign(ReadableFile file) throws IOException {
    byte[] block = new byte[(int) Math.min(LogFormat.HEADER_BYTES, file.size())];
    file.read(0, block, 0, block.length);
    boolean begun = block.length == LogFormat.HEADER_BYTES;
    int foreign = 0;
    for (int at = 0; at < block.length; at += LogFormat.SECTOR_BYTES) {
      foreign += isZero(block, at) ? 0 : 1;
    }
    if (foreign > (begun ? 1 : 0)) {
      throw new CorruptLogException(
          file.name(),
          0,
          "a segment header, or zero bytes",
          "neither",
          "restore the file from a copy, or move it away if it is no log of this store");
    }
  }

  private static boolean isZero(byte[] block, int sector) {
    int end = Math.min(block.length, sector + LogFormat.SECTOR_BYTES);
    for (int i = sector; i < end; i++) {
      if (block[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** No crash makes two segments of one sequence. */
  private void refuseTwins() throws CorruptLogException {
    for (int i = 1; i < segments.size(); i++) {
      Found twin = segments.get(i - 1);
      Found segment = segments.get(i);
      if (segment.header().sequence() == twin.header().sequence()) {
        throw CorruptLogException.damage(
            segment.slot().name(), 0, "a sequence of its own", "that of " + twin.slot().name());
      }
    }
  }

  /** All segments, in the order they were made. */
  public List<Found> segments() {
    return segments;
  }

  /** Files without a valid header: never used, or torn while being made. */
  public List<Slot> blank() {
    return blank;
  }

  /** The faults of files that were left out. */
  public List<CorruptLogException> unclear() {
    return unclear;
  }

  /** The segment in which a replay from this position begins: the last made of those before it. */
  @Nullable Found start(long position) {
    return last(s -> s.header().base() <= position);
  }

  /** The segment that carries on after this one. */
  public @Nullable Found successor(Found segment) {
    return last(s -> s.header().follows(segment.header()));
  }

  /**
   * All segments that hold what the log has from a position on, as far as they are there: each
   * leads to the one before it, or where that is gone, to the last made of those that begin before.
   */
  public List<Found> remains(long position) {
    List<Found> found = new ArrayList<>();
    Found next = segments.isEmpty() ? null : segments.getLast();
    while (next != null) {
      found.add(next);
      next = next.header().base() <= position ? null : before(next.header());
    }
    return found.reversed();
  }

  private @Nullable Found before(SegmentHeader later) {
    Found named = last(s -> later.follows(s.header()));
    return named != null
        ? named
        : last(s -> s.header().sequence() < later.sequence() && s.header().base() < later.base());
  }

  /** The segment in which a replay begins, and those that carry on after it. */
  public List<Found> chain(long position) {
    List<Found> chain = new ArrayList<>();
    for (Found next = start(position); next != null; next = successor(next)) {
      chain.add(next);
    }
    return chain;
  }

  /** Whether there is a file of this number. */
  boolean hasSlot(long number) {
    return segments.stream().anyMatch(segment -> segment.slot().number() == number)
        || blank.stream().anyMatch(slot -> slot.number() == number);
  }

  private @Nullable Found last(Predicate<Found> wanted) {
    Found last = null;
    for (Found segment : segments) {
      last = wanted.test(segment) ? segment : last;
    }
    return last;
  }

  /** The highest sequence in use; 0 in an empty directory. */
  long lastSequence() {
    return segments.isEmpty() ? 0 : segments.getLast().header().sequence();
  }

  /** A slot number above all in use. */
  long nextSlot() {
    long next = 1;
    for (Found segment : segments) {
      next = Math.max(next, segment.slot().number() + 1);
    }
    for (Slot slot : blank) {
      next = Math.max(next, slot.number() + 1);
    }
    return next;
  }
}
