package dev.malkoha.sstable.compression;

import module java.base;

import org.jspecify.annotations.Nullable;

/** One way to pack a block's bytes. Safe for use by many threads. */
public interface Codec {

  /** The number that stands for this codec in files, below {@link Codecs#COUNT}. */
  int id();

  /** Bytes that {@link #pack} may need for a block of this length. */
  int mostPacked(int length);

  /**
   * The longest block that {@code packedLength} packed bytes may claim to hold. A reader allocates
   * no more, and a writer stores a longer block plain.
   */
  long mostUnpacked(int packedLength);

  /**
   * Packs the first {@code length} bytes of a block.
   *
   * @param into has room for {@link #mostPacked}
   * @return how many bytes were written
   */
  int pack(byte[] block, int length, byte[] into) throws IOException;

  /**
   * Unpacks a block of {@code rawLength} bytes to the start of an array. Whatever the packed bytes
   * are, nothing outside the given ranges is read or written.
   *
   * @param into may be longer than the block; what is after the block is not written
   * @throws IOException if the bytes are no packed block of exactly this length
   */
  default void unpack(byte[] packed, int offset, int length, byte[] into, int rawLength)
      throws IOException {
    Unpacker unpacker = Objects.requireNonNull(newUnpacker());
    unpacker.start(packed, offset, length, into, 0, rawLength);
    unpacker.toEnd();
  }

  /**
   * How many bytes packed bytes say that they unpack to: for who has lost the length.
   *
   * @throws IOException if the bytes say nothing of the kind
   */
  long rawLength(byte[] packed, int offset, int length) throws IOException;

  /**
   * Whether bytes are packed by this codec, and not plain bytes that can be unpacked by chance: for
   * who has lost the length.
   */
  default boolean hasPacked(byte[] bytes, int offset, int length) {
    try {
      long raw = rawLength(bytes, offset, length);
      if (raw <= length || raw > mostUnpacked(length)) {
        return false;
      }
      byte[] unpacked = new byte[(int) raw];
      unpack(bytes, offset, length, unpacked, unpacked.length);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The unpacker of parts of this codec's blocks; null if that cannot be done. */
  default @Nullable Unpacker newUnpacker() {
    return null;
  }
}
