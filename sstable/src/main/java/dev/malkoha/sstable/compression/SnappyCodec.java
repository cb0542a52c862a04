package dev.malkoha.sstable.compression;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Snappy's raw format, by a native library. */
final class SnappyCodec implements Codec {

  /** The densest element makes 64 bytes of 3. */
  private static final int MAX_RATIO = 22;

  private static final int LONGEST_CLAIM = 5;

  @Override
  public int id() {
    return Codecs.SNAPPY;
  }

  @Override
  public int mostPacked(int length) {
    return Snappy.maxCompressedLength(length);
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return (long) packedLength * MAX_RATIO;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) throws IOException {
    return Snappy.compress(block, 0, length, into, 0);
  }

  /** The decoder writes as many bytes as the packed ones claim, so the claim is looked at first. */
  @Override
  public void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    long claimed = claim(packed, offset, length);
    if (claimed != rawLength) {
      throw new IOException("expected a block of " + rawLength + " bytes, found one of " + claimed);
    }
    Snappy.uncompress(packed, offset, length, into, 0);
  }

  private static long claim(byte[] packed, int offset, int length) throws IOException {
    long claimed = 0;
    for (int i = 0; i < Math.min(length, LONGEST_CLAIM); i++) {
      byte b = packed[offset + i];
      claimed |= (b & 0x7fL) << (7 * i);
      if (b >= 0) {
        return claimed;
      }
    }
    throw new IOException("the block's length cannot be read");
  }
}
