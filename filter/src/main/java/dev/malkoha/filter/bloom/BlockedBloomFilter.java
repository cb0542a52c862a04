package dev.malkoha.filter.bloom;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A Bloom filter that keeps all bits of a key in one line of 64 bytes, so that a look-up touches
 * the memory in one place only.
 *
 * <p>The line comes from the hash's high bits. The positions in it come from its low 32, multiplied
 * again for each probe: the scheme of RocksDB's "fast local Bloom". All of them are read: once the
 * line is there, stopping early costs more in mispredicted branches than it saves.
 */
public final class BlockedBloomFilter implements Filter {

  static final int LINE_BYTES = 64;
  static final int LINE_BITS = LINE_BYTES * Byte.SIZE;

  /** 2^32 divided by the golden ratio, odd. */
  private static final int GOLDEN = 0x9E37_79B9;

  private final byte[] block;
  private final int payload;
  private final long lines;
  private final int probes;
  private final long saltKey;
  private final long keys;

  /** The filter over the payload at {@code payload}. */
  public BlockedBloomFilter(BlockHeader header, byte[] block, int payload) {
    this.block = block;
    this.payload = payload;
    this.lines = header.buckets();
    this.probes = header.width();
    this.saltKey = SaltedHash.key(header.salt());
    this.keys = header.live();
  }

  /** Why the header does not fit a payload of this length; empty if it does. */
  public static String mismatch(BlockHeader header, int payloadLength) {
    boolean sound =
        header.width() >= 1
            && header.width() <= BloomMath.MAX_PROBES
            && header.bucketSlots() == 0
            && header.buckets() > 0
            && header.buckets() <= payloadLength
            && header.buckets() * LINE_BYTES == payloadLength;
    return sound ? "" : "blocked Bloom filter block whose header does not fit its length";
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

  /** Sets a key's bits; only while the block is built. */
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
    return payload + (int) Math.unsignedMultiplyHigh(mixed, lines) * LINE_BYTES;
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
  public long keys() {
    return keys;
  }

  @Override
  public long sizeBytes() {
    return BlockHeader.BYTES + lines * LINE_BYTES;
  }

  @Override
  public double expectedFalsePositiveRate() {
    return BloomMath.blockedRate(LINE_BITS, (double) keys / lines, probes);
  }

  @Override
  public String kind() {
    return FilterKind.BLOCKED_BLOOM.label();
  }
}
