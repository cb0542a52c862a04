package dev.malkoha.sstable.compression;

import module java.base;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/**
 * Frames of Zstandard, by a native library.
 *
 * <p>Its working memory is costly to make, so it is lent and taken back: as many pieces are kept as
 * were ever in use at the same time.
 */
final class ZstdCodec implements Codec {

  /** On blocks of a few KiB higher levels take longer and save nothing. */
  private static final int LEVEL = 1;

  /** The most that a few bytes may unpack to; the format itself knows hardly a limit. */
  private static final long FREE = 16 << 20;

  /** The most that each byte more may add: as for LZ4. */
  private static final int MAX_RATIO = 255;

  private final Queue<ZstdCompressCtx> packers = new ConcurrentLinkedQueue<>();
  private final Queue<ZstdDecompressCtx> unpackers = new ConcurrentLinkedQueue<>();

  @Override
  public int id() {
    return Codecs.ZSTD;
  }

  @Override
  public int mostPacked(int length) {
    return Math.toIntExact(Zstd.compressBound(length));
  }

  @Override
  public long mostUnpacked(int packedLength) {
    return FREE + (long) packedLength * MAX_RATIO;
  }

  @Override
  public int pack(byte[] block, int length, byte[] into) throws IOException {
    ZstdCompressCtx lent = packers.poll();
    ZstdCompressCtx packer = lent == null ? new ZstdCompressCtx().setLevel(LEVEL) : lent;
    try {
      return packer.compressByteArray(into, 0, into.length, block, 0, length);
    } catch (ZstdException e) {
      throw new IOException("a block could not be packed", e);
    } finally {
      packers.add(packer);
    }
  }

  /** Writers note it in each frame. */
  @Override
  public long rawLength(byte[] packed, int offset, int length) throws IOException {
    long claimed = Zstd.getFrameContentSize(packed, offset, length);
    if (claimed < 0 || claimed > mostUnpacked(length)) {
      throw new IOException("the bytes are not Zstandard's");
    }
    return claimed;
  }

  @Override
  public void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    int unpacked = unpackUpTo(rawLength, packed, offset, length, into);
    if (unpacked != rawLength) {
      throw new IOException(
          "expected a block of " + rawLength + " bytes, found one of " + unpacked);
    }
  }

  private int unpackUpTo(int most, byte[] packed, int offset, int length, byte[] into)
      throws IOException {
    ZstdDecompressCtx lent = unpackers.poll();
    ZstdDecompressCtx unpacker = lent == null ? new ZstdDecompressCtx() : lent;
    try {
      return unpacker.decompressByteArray(into, 0, most, packed, offset, length);
    } catch (ZstdException e) {
      throw new IOException("the bytes are not Zstandard's", e);
    } finally {
      unpackers.add(unpacker);
    }
  }
}
