package dev.malkoha.wal;

/**
 * The sizes of a log's segments. They may differ from one opening to the next.
 *
 * @param firstBytes the size of an opening's first segment: whole sectors of 512 bytes, 2 KiB to
 *     {@code segmentBytes}. Each one after it has twice the size of the one before
 * @param segmentBytes the size at which segments grow no more, and which a busy log uses again and
 *     again: whole sectors of 512 bytes, 2 KiB to 1 GiB
 * @param freeSegments how many released segments are kept for reuse, at most; 1 to 1024
 */
public record LogOptions(long firstBytes, long segmentBytes, int freeSegments) {

  private static final long MIN_SEGMENT_BYTES = 2L << 10;
  private static final long MAX_SEGMENT_BYTES = 1L << 30;
  private static final int MAX_FREE_SEGMENTS = 1024;
  private static final int DEFAULT_FREE_SEGMENTS = 12;
  private static final long DEFAULT_SEGMENT_BYTES = 8L << 20;

  /** With a spare of twice the size a log that is hardly written to takes 48 KiB. */
  private static final long SMALL_BYTES = 16L << 10;

  /**
   * Records that do not fit into a segment waste at most one in this many bytes of a copied log.
   */
  private static final int LOST_SHARE = 64;

  /** Segments of 16 KiB to 8 MiB, twelve of them kept for reuse. */
  public static final LogOptions DEFAULT = new LogOptions(DEFAULT_SEGMENT_BYTES).growing();

  /** Checks the ranges. */
  public LogOptions {
    checkSize("segmentBytes", segmentBytes);
    checkSize("firstBytes", firstBytes);
    if (firstBytes > segmentBytes) {
      throw new IllegalArgumentException(
          "firstBytes must not be above segmentBytes, "
              + segmentBytes
              + ", to which segments grow: "
              + firstBytes);
    }
    if (freeSegments < 1 || freeSegments > MAX_FREE_SEGMENTS) {
      throw new IllegalArgumentException("freeSegments must be 1 to 1024: " + freeSegments);
    }
  }

  private static void checkSize(String name, long bytes) {
    if (bytes < MIN_SEGMENT_BYTES
        || bytes > MAX_SEGMENT_BYTES
        || bytes % LogFormat.SECTOR_BYTES != 0) {
      throw new IllegalArgumentException(
          name + " must be a multiple of 512 from 2 KiB to 1 GiB: " + bytes);
    }
  }

  /** Segments of the given size from the first one on. */
  public LogOptions(long segmentBytes, int freeSegments) {
    this(segmentBytes, segmentBytes, freeSegments);
  }

  /** Segments of the given size from the first one on, and the default number of free ones. */
  public LogOptions(long segmentBytes) {
    this(segmentBytes, DEFAULT_FREE_SEGMENTS);
  }

  /** The same, but that an opening begins with 16 KiB: a log takes space as it is written to. */
  public LogOptions growing() {
    return new LogOptions(Math.min(SMALL_BYTES, segmentBytes), segmentBytes, freeSegments);
  }

  /**
   * For a log that is written once, as a copy: as few segments of up to 8 MiB as will do, and those
   * hardly larger than what they hold.
   *
   * @param bytes how many bytes of the log there will be, by its positions
   */
  public static LogOptions holding(long bytes) {
    long room = DEFAULT_SEGMENT_BYTES - LogFormat.segmentBytes(0);
    long needed = bytes <= room ? bytes : bytes + bytes / LOST_SHARE;
    long segments = Math.max(1, Math.ceilDiv(needed, room));
    long each = LogFormat.segmentBytes(Math.ceilDiv(needed, segments));
    return new LogOptions(Math.max(each, MIN_SEGMENT_BYTES));
  }

  /** The size of the segment after one of this size. */
  long after(long bytes) {
    return Math.min(2 * bytes, segmentBytes);
  }
}
