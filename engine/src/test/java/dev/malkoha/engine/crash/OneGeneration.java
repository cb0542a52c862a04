package dev.malkoha.engine.crash;

import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingMappedFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A directory under a log whose segments all have the same generation, so that a record of a
 * segment's earlier life is accepted where it fits. Rewrites headers on their way to the disk; see
 * docs/format/log.md for their layout.
 */
final class OneGeneration extends DelegatingDirectory {

  private static final int SECTOR_BYTES = 512;
  private static final int SEGMENT_HEADER_BYTES = 2 * SECTOR_BYTES;
  private static final int GENERATION_AT = 40;
  private static final int BASE_AT = 48;
  private static final int PREDECESSOR_AT = 64;
  private static final int PREDECESSOR_GENERATION_AT = 72;
  private static final int SECTOR_CHECKSUM_AT = SECTOR_BYTES - Integer.BYTES;
  private static final int RECORD_HEADER_BYTES = 24;
  private static final int RECORD_CHECKSUM_AT = RECORD_HEADER_BYTES - Integer.BYTES;
  private static final long GENERATION = 1;

  private OneGeneration(Directory directory) {
    super(directory);
  }

  static Disk over(SimulatedDisk disk) {
    return new WrappedDisk(disk, directory -> new OneGeneration(directory));
  }

  @Override
  protected MappedFile wrap(MappedFile file) {
    return new Segment(file);
  }

  private static void rewriteSegmentHeader(byte[] header) {
    ByteBuffer buffer = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < SEGMENT_HEADER_BYTES; at += SECTOR_BYTES) {
      buffer.putLong(at + GENERATION_AT, GENERATION);
      if (buffer.getLong(at + PREDECESSOR_AT) != 0) {
        buffer.putLong(at + PREDECESSOR_GENERATION_AT, GENERATION);
      }
      CRC32C crc = new CRC32C();
      crc.update(header, at, SECTOR_CHECKSUM_AT);
      buffer.putInt(at + SECTOR_CHECKSUM_AT, (int) crc.getValue());
    }
  }

  private static void rewriteRecordHeader(byte[] header, long position) {
    ByteBuffer where = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    where.putLong(GENERATION).putLong(position);
    CRC32C crc = new CRC32C();
    crc.update(where.array());
    crc.update(header, 0, RECORD_CHECKSUM_AT);
    ByteBuffer.wrap(header)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(RECORD_CHECKSUM_AT, (int) crc.getValue());
  }

  private static final class Segment extends DelegatingMappedFile {

    /** A record's payload is written first, and then the header in front of it. */
    private long payloadAt;

    Segment(MappedFile file) {
      super(file);
    }

    @Override
    public void write(long position, byte[] from, int offset, int length) throws IOException {
      byte[] copy = Arrays.copyOfRange(from, offset, offset + length);
      if (position == 0 && length == SEGMENT_HEADER_BYTES) {
        rewriteSegmentHeader(copy);
      } else if (length == RECORD_HEADER_BYTES && payloadAt == position + length) {
        rewriteRecordHeader(copy, base() + position - SEGMENT_HEADER_BYTES);
      }
      payloadAt = position;
      super.write(position, copy, 0, length);
    }

    private long base() throws IOException {
      byte[] base = new byte[Long.BYTES];
      read(BASE_AT, base, 0, base.length);
      return ByteBuffer.wrap(base).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
  }
}
