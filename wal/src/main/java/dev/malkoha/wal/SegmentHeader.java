package dev.malkoha.wal;

import static dev.malkoha.wal.LogFormat.HEADER_BYTES;
import static dev.malkoha.wal.LogFormat.SECTOR_BYTES;

import module java.base;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * The identity of one life of a segment file: everything recovery knows of it before its records.
 *
 * @param slot the number in the file's name
 * @param capacity the file's size in bytes
 * @param sequence order of creation: greater than that of every segment seen when this was made
 * @param generation random name of this life; part of every record checksum
 * @param base position of the segment's first record
 * @param firstOrdinal how many records the log had taken before this segment
 * @param predecessorSequence the segment before; 0 where the log begins here
 * @param predecessorGeneration the segment before; 0 where the log begins here
 * @param predecessorBase where the segment before begins; its final length is {@code base} less
 *     this
 * @param durableMark everything before this position was durable when the segment was opened
 */
public record SegmentHeader(
    long slot,
    long capacity,
    long sequence,
    long generation,
    long base,
    long firstOrdinal,
    long predecessorSequence,
    long predecessorGeneration,
    long predecessorBase,
    long durableMark) {

  private static final int CHECKED_BYTES = SECTOR_BYTES - Integer.BYTES;

  /** The header of a segment before which the log holds nothing that is needed. */
  static SegmentHeader first(
      long slot, long capacity, long sequence, long generation, long base, long firstOrdinal) {
    return new SegmentHeader(
        slot, capacity, sequence, generation, base, firstOrdinal, 0, 0, base, base);
  }

  /** The header of a segment that carries on where this one ends. */
  SegmentHeader successor(
      long slot,
      long capacity,
      long sequence,
      long generation,
      long base,
      long firstOrdinal,
      long durableMark) {
    return new SegmentHeader(
        slot,
        capacity,
        sequence,
        generation,
        base,
        firstOrdinal,
        this.sequence,
        this.generation,
        this.base,
        durableMark);
  }

  boolean follows(SegmentHeader other) {
    return predecessorSequence == other.sequence && predecessorGeneration == other.generation;
  }

  /** The position of the byte at an offset of the file. */
  long position(long offset) {
    return base + (offset - HEADER_BYTES);
  }

  /** The offset in the file of the byte at a position. */
  long offset(long position) {
    return HEADER_BYTES + (position - base);
  }

  /** The header block: the header sector, twice. */
  byte[] encode() {
    ByteBuffer sector = ByteBuffer.allocate(SECTOR_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    sector.putLong(LogFormat.MAGIC).putInt(LogFormat.VERSION).putInt(0);
    sector.putLong(slot).putLong(capacity).putLong(sequence).putLong(generation);
    sector.putLong(base).putLong(firstOrdinal);
    sector.putLong(predecessorSequence).putLong(predecessorGeneration).putLong(predecessorBase);
    sector.putLong(durableMark);
    sector.putInt(CHECKED_BYTES, checksum(sector.array()));
    byte[] block = new byte[HEADER_BYTES];
    for (int at = 0; at < HEADER_BYTES; at += SECTOR_BYTES) {
      System.arraycopy(sector.array(), 0, block, at, SECTOR_BYTES);
    }
    return block;
  }

  /** Stores the header block in a segment's file. */
  void store(MappedFile file) throws IOException {
    file.write(0, encode(), 0, HEADER_BYTES);
  }

  /**
   * Reads the header of a file: of its valid copies the later one (they differ only when a power
   * cut kept one sector of a rewritten header and lost the other).
   *
   * @return null if no copy is valid, which makes the file a free slot
   */
  public static @Nullable SegmentHeader read(ReadableFile file) throws IOException {
    SegmentHeader latest = null;
    byte[] sector = new byte[SECTOR_BYTES];
    for (int at = 0; at < HEADER_BYTES && at + SECTOR_BYTES <= file.size(); at += SECTOR_BYTES) {
      file.read(at, sector, 0, SECTOR_BYTES);
      SegmentHeader copy = decode(sector, at, file.name());
      if (copy != null && (latest == null || copy.sequence > latest.sequence)) {
        latest = copy;
      }
    }
    return latest;
  }

  /** Reads one header sector; null if it is not one. */
  static @Nullable SegmentHeader decode(byte[] sector, long at, String name)
      throws CorruptLogException {
    ByteBuffer in = ByteBuffer.wrap(sector).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getLong() != LogFormat.MAGIC || in.getInt(CHECKED_BYTES) != checksum(sector)) {
      return null;
    }
    int version = in.getInt();
    if (version != LogFormat.VERSION) {
      throw new CorruptLogException(
          name, at, "format version " + LogFormat.VERSION, "" + version, "open with its writer");
    }
    in.getInt();
    SegmentHeader header =
        new SegmentHeader(
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong(),
            in.getLong());
    if (!header.isSane()) {
      throw new CorruptLogException(
          name, at, "a sane segment header", header.toString(), CorruptLogException.RESTORE);
    }
    return header;
  }

  /** Whether the fields can have been written by this code, so that arithmetic on them is safe. */
  private boolean isSane() {
    return slot >= 0
        && capacity >= HEADER_BYTES
        && capacity <= LogFormat.SEGMENT_BYTES_MAX
        && predecessorSequence >= 0
        && sequence > predecessorSequence
        && predecessorBase >= 0
        && base >= predecessorBase
        && base % LogFormat.ALIGNMENT == 0
        && base <= Long.MAX_VALUE - capacity
        && firstOrdinal >= 0
        && durableMark >= 0
        && durableMark <= base;
  }

  private static int checksum(byte[] sector) {
    return Crc32c.of(sector, 0, CHECKED_BYTES);
  }
}
