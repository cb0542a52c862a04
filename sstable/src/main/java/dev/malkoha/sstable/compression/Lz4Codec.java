package dev.malkoha.sstable.compression;

import java.io.IOException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * LZ4's block format in plain Java: nothing native, and every access checked. A library packs;
 * {@link Lz4Unpacker} unpacks faster than its safe half does, and in part where that is enough.
 */
final class Lz4Codec implements Codec {

  /** A byte that lengthens a match stands for 255 bytes at most. */
  private static final int MAX_RATIO = 255;

  private final LZ4Compressor compressor;

  Lz4Codec() {
    compressor = LZ4Factory.safeInstance().fastCompressor();
  }

  @Override
  public int id() {
    return Codecs.LZ4;
  }

  @Override
  public int mostPacked(int length) {
    return compressor.maxCompressedLength(length);
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return (long) packedLength * MAX_RATIO;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) {
    return length <= Lz4Packer.LENGTH_MAX
        ? Lz4Packer.pack(block, length, into)
        : compressor.compress(block, 0, length, into, 0, into.length);
  }

  @Override
  public void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    Unpacker unpacker = newUnpacker();
    unpacker.start(packed, offset, length, into, 0, rawLength);
    unpacker.toEnd();
  }

  @Override
  public Unpacker newUnpacker() {
    return new Lz4Unpacker();
  }
}
