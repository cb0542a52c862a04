package dev.malkoha.sstable.compression;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/**
 * Snappy's raw format. A native library packs; {@link SnappyUnpacker} unpacks faster than that
 * does, which has to be called through JNI and knows no part of a block.
 */
final class SnappyCodec implements Codec {

  /** The densest element makes 64 bytes of 3. */
  private static final int MAX_RATIO = 22;

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

  @Override
  public long rawLength(byte[] packed, int offset, int length) throws IOException {
    return SnappyUnpacker.claimed(packed, offset, length);
  }

  @Override
  public Unpacker newUnpacker() {
    return new SnappyUnpacker();
  }
}
