package dev.malkoha.wal;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.storage.MappedFile;

/**
 * The 24 bytes before each record's payload, and the checksums in them.
 *
 * <p>The header has a checksum of its own, over the segment's generation and the record's position
 * as well as the stored fields. So recovery trusts a length before it follows it, and can look for
 * later headers, and the durable marks in them, after damage without reading payloads. Nothing is
 * allocated per record. An instance is used by one thread at a time.
 */
final class RecordHeader {

  private static final int LENGTH = 0;
  private static final int PAYLOAD_CHECKSUM = LENGTH + Integer.BYTES;
  private static final int DURABLE_MARK = PAYLOAD_CHECKSUM + Integer.BYTES;
  private static final int INDEX = DURABLE_MARK + Long.BYTES;
  private static final int CHECKSUM = INDEX + Integer.BYTES;

  /** Bytes of a record header. */
  static final int BYTES = CHECKSUM + Integer.BYTES;

  /**
   * Stands in the place of a length in a <i>turn</i>: a header after a segment's last record that
   * says in which slot the log goes on, where a record's says its durable mark.
   */
  static final int TURN = -1;

  private static final int GENERATION = 0;
  private static final int POSITION = GENERATION + Long.BYTES;
  private static final int FIELDS = POSITION + Long.BYTES;

  private final CRC32C crc = new CRC32C();

  /** The bytes under the header checksum, then the checksum: generation, position, the header. */
  private final byte[] encoded = new byte[FIELDS + BYTES];

  /** The checksum of a payload. */
  int payloadChecksum(byte[] payload, int offset, int length) {
    crc.reset();
    crc.update(payload, offset, length);
    return (int) crc.getValue();
  }

  /** Sets this to the header with the given fields. */
  void set(long generation, long position, int length, int payloadChecksum, long mark, int index) {
    Bytes.putLong(encoded, GENERATION, generation);
    Bytes.putLong(encoded, POSITION, position);
    Bytes.putInt(encoded, FIELDS + LENGTH, length);
    Bytes.putInt(encoded, FIELDS + PAYLOAD_CHECKSUM, payloadChecksum);
    Bytes.putLong(encoded, FIELDS + DURABLE_MARK, mark);
    Bytes.putInt(encoded, FIELDS + INDEX, index);
    crc.reset();
    crc.update(encoded, 0, FIELDS + CHECKSUM);
    Bytes.putInt(encoded, FIELDS + CHECKSUM, (int) crc.getValue());
  }

  /** Stores what was set last. */
  void store(MappedFile file, long at) throws IOException {
    file.write(at, encoded, FIELDS, BYTES);
  }

  /** Whether the header at {@code at} was written for this generation and position. */
  boolean isValid(long generation, long position, byte[] bytes, int at) {
    set(
        generation,
        position,
        length(bytes, at),
        storedPayloadChecksum(bytes, at),
        durableMark(bytes, at),
        index(bytes, at));
    return Bytes.getInt(bytes, at + CHECKSUM) == Bytes.getInt(encoded, FIELDS + CHECKSUM);
  }

  static int length(byte[] bytes, int at) {
    return Bytes.getInt(bytes, at + LENGTH);
  }

  static int storedPayloadChecksum(byte[] bytes, int at) {
    return Bytes.getInt(bytes, at + PAYLOAD_CHECKSUM);
  }

  static long durableMark(byte[] bytes, int at) {
    return Bytes.getLong(bytes, at + DURABLE_MARK);
  }

  static int index(byte[] bytes, int at) {
    return Bytes.getInt(bytes, at + INDEX);
  }

  /** Whether a byte of a header is one of its index. */
  static boolean isOfIndex(int at) {
    return at >= INDEX && at < INDEX + Integer.BYTES;
  }
}
