package dev.malkoha.sstable.compression;

import java.io.IOException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4's block format in plain Java: nothing native, and every access checked. */
final class Lz4Codec implements Codec {

  /** A byte that lengthens a match stands for 255 bytes at most. */
  private static final int MAX_RATIO = 255;

  private final LZ4Compressor compressor;
  private final LZ4SafeDecompressor decompressor;

  Lz4Codec() {
    LZ4Factory factory = LZ4Factory.safeInstance();
    compressor = factory.fastCompressor();
    decompressor = factory.safeDecompressor();
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
    int unpacked;
    try {
      unpacked = decompressor.decompress(packed, offset, length, into, 0, rawLength);
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw new IOException("the bytes are not LZ4's", e);
    }
    if (unpacked != rawLength) {
      throw new IOException(
          "expected a block of " + rawLength + " bytes, found one of " + unpacked);
    }
  }
}
