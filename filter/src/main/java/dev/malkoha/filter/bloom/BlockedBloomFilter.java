package dev.malkoha.filter.bloom;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A Bloom filter that keeps all bits of a key in one line of 64 bytes, so that a look-up touches
 * the memory in one place only.
 *
 * <p>The line comes from the hash's high bits. The positions in it come from its low 32, multiplied
 * again for each probe: the scheme of RocksDB's "fast local Bloom". All of them are read: once the
 * line is there, stopping early costs more in mispredicted branches than it saves.
 */
final class BlockedBloomFilter extends BloomFilter {

  static final int LINE_BYTES = 64;
  static final int LINE_BITS = LINE_BYTES * Byte.SIZE;

  /** 2^32 divided by the golden ratio, odd. */
  private static final int GOLDEN = 0x9E37_79B9;

  BlockedBloomFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
  }

  @Override
  public boolean mayContain(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    int line = line(mixed);
    int probe = (int) mixed;
    long set = 1;
    for (int i = 0; i < probes; i++) {
      probe *= GOLDEN;
      set &= Bytes.getLong(block, line + wordOf(probe)) >>> bitOf(probe);
    }
    return set != 0;
  }

  @Override
  void add(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    int line = line(mixed);
    int probe = (int) mixed;
    for (int i = 0; i < probes; i++) {
      probe *= GOLDEN;
      int at = line + wordOf(probe);
      Bytes.putLong(block, at, Bytes.getLong(block, at) | (1L << bitOf(probe)));
    }
  }

  private int line(long mixed) {
    return payload + (int) Math.unsignedMultiplyHigh(mixed, size) * LINE_BYTES;
  }

  /** The byte offset in the line of the word of a probe: its highest 3 bits. */
  private static int wordOf(int probe) {
    return (probe >>> 29) << 3;
  }

  /** The bit in the word: the next 6. */
  private static int bitOf(int probe) {
    return (probe >>> 23) & 63;
  }

  @Override
  public long sizeBytes() {
    return BlockHeader.BYTES + size * LINE_BYTES;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return BloomMath.blockedRate(LINE_BITS, (double) keys() / size, probes);
  }
}
