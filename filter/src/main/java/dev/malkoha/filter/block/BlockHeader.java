package dev.malkoha.filter.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.KeyHasher;
import java.util.Objects;

/**
 * The first {@value #BYTES} bytes of a filter block; {@code docs/format/filter.md} describes them.
 *
 * @param kind what the payload is
 * @param width fingerprint bits of a cuckoo filter, probes of a Bloom filter, the reason of an
 *     always-maybe block
 * @param bucketSlots slots in a bucket; 0 where there are no slots
 * @param valueBits bits of the value in each slot; 0 where there are no values
 * @param buckets what the payload is counted in: buckets, bits or blocks of 64 bytes
 * @param salt what the build mixed into the hashes
 * @param live keys the block holds; below 2^32
 * @param removed keys taken out since it was built; below 2^32
 */
public record BlockHeader(
    FilterKind kind,
    int width,
    int bucketSlots,
    int valueBits,
    long buckets,
    long salt,
    long live,
    long removed) {

  /** "MKFB" as little-endian bytes. */
  static final int MAGIC = 0x4246_4B4D;

  /**
   * The version of envelope and payloads. Version 1 mixed the salt in another way; its blocks
   * answer "maybe" until they are rebuilt.
   */
  static final int VERSION = 2;

  static final int MAGIC_AT = 0;
  static final int VERSION_AT = MAGIC_AT + Integer.BYTES;
  static final int KIND_AT = VERSION_AT + Byte.BYTES;
  static final int HASH_AT = KIND_AT + Byte.BYTES;
  static final int WIDTH_AT = HASH_AT + Byte.BYTES;
  static final int SLOTS_AT = WIDTH_AT + Byte.BYTES;
  static final int VALUE_BITS_AT = SLOTS_AT + Byte.BYTES;
  static final int RESERVED_AT = VALUE_BITS_AT + Byte.BYTES;
  static final int LIVE_AT = RESERVED_AT + 2 * Byte.BYTES;
  static final int BUCKETS_AT = LIVE_AT + Integer.BYTES;
  static final int SALT_AT = BUCKETS_AT + Long.BYTES;
  static final int REMOVED_AT = SALT_AT + Long.BYTES;
  static final int CHECKSUM_AT = REMOVED_AT + Integer.BYTES;

  /** The header's length; the payload follows. */
  public static final int BYTES = CHECKSUM_AT + Integer.BYTES;

  /** Reads the header at {@code at} of a block that {@link FilterBlock#problem} found sound. */
  public static BlockHeader read(byte[] block, int at) {
    return new BlockHeader(
        Objects.requireNonNull(FilterKind.of(block[at + KIND_AT])),
        block[at + WIDTH_AT] & 0xff,
        block[at + SLOTS_AT] & 0xff,
        block[at + VALUE_BITS_AT] & 0xff,
        Bytes.getLong(block, at + BUCKETS_AT),
        Bytes.getLong(block, at + SALT_AT),
        Integer.toUnsignedLong(Bytes.getInt(block, at + LIVE_AT)),
        Integer.toUnsignedLong(Bytes.getInt(block, at + REMOVED_AT)));
  }

  /** Writes everything but the checksum to the start of {@code block}. */
  void write(byte[] block) {
    Bytes.putInt(block, MAGIC_AT, MAGIC);
    block[VERSION_AT] = VERSION;
    block[KIND_AT] = kind.code();
    block[HASH_AT] = KeyHasher.ID;
    block[WIDTH_AT] = (byte) width;
    block[SLOTS_AT] = (byte) bucketSlots;
    block[VALUE_BITS_AT] = (byte) valueBits;
    Bytes.putInt(block, LIVE_AT, (int) live);
    Bytes.putLong(block, BUCKETS_AT, buckets);
    Bytes.putLong(block, SALT_AT, salt);
    Bytes.putInt(block, REMOVED_AT, (int) removed);
  }
}
