package dev.malkoha.filter.block;

import static dev.malkoha.filter.block.BlockHeader.BYTES;
import static dev.malkoha.filter.block.BlockHeader.CHECKSUM_AT;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.KeyHasher;
import java.util.Locale;

/** The making and the checking of a block: header, checksum, payload. */
public final class FilterBlock {

  /** The longest payload: what is left of the longest array that every Java machine allocates. */
  public static final long MAX_PAYLOAD = Integer.MAX_VALUE - 8L - BYTES;

  private FilterBlock() {}

  /** A zeroed block with room for a payload of the given length, at most {@link #MAX_PAYLOAD}. */
  public static byte[] allocate(long payloadLength) {
    return new byte[Math.toIntExact(BYTES + payloadLength)];
  }

  /** Writes the header and the checksum of a block whose payload is complete; returns the block. */
  public static byte[] seal(BlockHeader header, byte[] block) {
    header.write(block);
    Bytes.putInt(block, CHECKSUM_AT, checksum(block, 0, block.length));
    return block;
  }

  /** Seals a block after each hash was looked up in its filter; false if one is not found. */
  public static boolean sealProved(
      BlockHeader header, byte[] block, Filter filter, long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      if (!filter.mayContain(hashes[i])) {
        return false;
      }
    }
    seal(header, block);
    return true;
  }

  /** A block without a payload. */
  public static byte[] headerOnly(FilterKind kind, int width, long salt, long live) {
    return seal(new BlockHeader(kind, width, 0, 0, 0, salt, live, 0), allocate(0));
  }

  /** Why the bytes are no block that this version can read; empty if they are one. */
  public static String problem(byte[] block, int at, int length) {
    if (length < BYTES) {
      return "filter block of " + length + " bytes is shorter than its header of " + BYTES;
    }
    if (Bytes.getInt(block, at + BlockHeader.MAGIC_AT) != BlockHeader.MAGIC) {
      return "not a filter block: wrong magic number";
    }
    String unknown = unknownParts(block, at);
    return unknown.isEmpty() ? damage(block, at, length) : unknown;
  }

  private static String unknownParts(byte[] block, int at) {
    int version = block[at + BlockHeader.VERSION_AT] & 0xff;
    if (version != BlockHeader.VERSION) {
      return "filter block of unknown version " + version;
    }
    byte kind = block[at + BlockHeader.KIND_AT];
    if (FilterKind.of(kind) == null) {
      return "filter block of unknown kind " + (kind & 0xff);
    }
    int hash = block[at + BlockHeader.HASH_AT] & 0xff;
    return hash == KeyHasher.ID ? "" : "filter block over unknown hash " + hash;
  }

  private static String damage(byte[] block, int at, int length) {
    int stored = Bytes.getInt(block, at + CHECKSUM_AT);
    int computed = checksum(block, at, length);
    if (stored != computed) {
      return String.format(
          Locale.ROOT, "filter block is damaged: checksum %08x, expected %08x", computed, stored);
    }
    return usesReservedByte(block, at) ? "filter block with a reserved byte in use" : "";
  }

  /** The number of value bits is one more reserved byte where there are no values. */
  private static boolean usesReservedByte(byte[] block, int at) {
    boolean hasValues = block[at + BlockHeader.KIND_AT] == FilterKind.CUCKOO_MAP.code();
    int from = hasValues ? BlockHeader.RESERVED_AT : BlockHeader.VALUE_BITS_AT;
    for (int i = from; i < BlockHeader.LIVE_AT; i++) {
      if (block[at + i] != 0) {
        return true;
      }
    }
    return false;
  }

  /** CRC-32C of the whole block but the checksum itself. */
  static int checksum(byte[] block, int at, int length) {
    return Crc32c.of(block, at, CHECKSUM_AT, at + BYTES, length - BYTES);
  }
}
