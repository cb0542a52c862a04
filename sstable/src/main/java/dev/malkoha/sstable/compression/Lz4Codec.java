package dev.malkoha.sstable.compression;

import module java.base;

/** LZ4's block format in plain Java: nothing native, and every access checked. */
final class Lz4Codec implements Codec {

  /** A byte that lengthens a match stands for 255 bytes at most. */
  private static final int MAX_RATIO = 255;

  /** Bytes that go with literals, but for those that lengthen them. */
  private static final int ENDS = 16;

  @Override
  public int id() {
    return Codecs.LZ4;
  }

  @Override
  public int mostPacked(int length) {
    return Math.addExact(length, length / MAX_RATIO + ENDS);
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return (long) packedLength * MAX_RATIO;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) {
    return Lz4Packer.pack(block, length, into);
  }

  @Override
  public long rawLength(byte[] packed, int offset, int length) throws IOException {
    return Lz4Unpacker.rawLength(packed, offset, length);
  }

  /** Nothing in the format tells, so the bytes are packed again: our packer makes the same ones. */
  @Override
  public boolean hasPacked(byte[] bytes, int offset, int length) {
    if (!Codec.super.hasPacked(bytes, offset, length)) {
      return false;
    }
    try {
      byte[] unpacked = new byte[(int) rawLength(bytes, offset, length)];
      unpack(bytes, offset, length, unpacked, unpacked.length);
      byte[] again = new byte[mostPacked(unpacked.length)];
      int packed = pack(unpacked, unpacked.length, again);
      return Arrays.equals(again, 0, packed, bytes, offset, offset + length);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Unpacker newUnpacker() {
    return new Lz4Unpacker();
  }
}
