package dev.malkoha.wal;

/**
 * The sizes of a log.
 *
 * @param segmentBytes the size of a segment file: whole sectors of 512 bytes, 2 KiB to 1 GiB
 * @param freeSegments how many released segments are kept for reuse, at most; 1 to 1024
 */
public record LogOptions(long segmentBytes, int freeSegments) {

  private static final long MIN_SEGMENT_BYTES = 2L << 10;
  private static final long MAX_SEGMENT_BYTES = 1L << 30;
  private static final int MAX_FREE_SEGMENTS = 1024;
  private static final int DEFAULT_FREE_SEGMENTS = 12;

  /** Segments of 8 MiB, twelve of them kept for reuse. */
  public static final LogOptions DEFAULT = new LogOptions(8L << 20);

  /** Checks the ranges. */
  public LogOptions {
    if (segmentBytes < MIN_SEGMENT_BYTES
        || segmentBytes > MAX_SEGMENT_BYTES
        || segmentBytes % LogFormat.SECTOR_BYTES != 0) {
      throw new IllegalArgumentException(
          "segmentBytes must be a multiple of 512 from 2 KiB to 1 GiB: " + segmentBytes);
    }
    if (freeSegments < 1 || freeSegments > MAX_FREE_SEGMENTS) {
      throw new IllegalArgumentException("freeSegments must be 1 to 1024: " + freeSegments);
    }
  }

  /** Segments of the given size, and the default number of free ones. */
  public LogOptions(long segmentBytes) {
    this(segmentBytes, DEFAULT_FREE_SEGMENTS);
  }
}
