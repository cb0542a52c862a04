package dev.malkoha.sstable.codec;

import java.io.IOException;

/** LZ4's block format in plain Java: nothing native, and every access checked. */
final class Lz4Codec implements Codec {

  /** A byte that lengthens a match stands for 255 bytes at most. */
  private static final int MAX_RATIO = 255;

  @Override
  public int id() {
    return Codecs.LZ4;
  }

  @Override
  public int mostPacked(int length) {
    return Lz4Packer.mostPacked(length);
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return (long) packedLength * MAX_RATIO;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) {
    return new Lz4Packer(block, length, into).run();
  }

  @Override
  public void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    try {
      new Lz4Unpacker(packed, offset, length, into, rawLength).run();
    } catch (ArithmeticException e) {
      throw new IOException("a length is out of all bounds", e);
    }
  }
}
