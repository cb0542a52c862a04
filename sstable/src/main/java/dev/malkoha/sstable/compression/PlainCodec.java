package dev.malkoha.sstable.compression;

import java.io.IOException;

/** No packing: bytes as they are. */
final class PlainCodec implements Codec {

  @Override
  public int id() {
    return Codecs.NONE;
  }

  @Override
  public int mostPacked(int length) {
    return length;
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return packedLength;
  }

  @Override
  public long rawLength(byte[] packed, int offset, int length) {
    return length;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) {
    System.arraycopy(block, 0, into, 0, length);
    return length;
  }

  @Override
  public void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    if (length != rawLength) {
      throw new IOException("a plain block of " + length + " bytes cannot hold " + rawLength);
    }
    System.arraycopy(packed, offset, into, 0, length);
  }
}
