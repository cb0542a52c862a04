package dev.malkoha.sstable.index;

import dev.malkoha.codec.ByteWriter;
import dev.malkoha.sstable.block.BlockHandle;
import java.util.Arrays;

/**
 * The index block being written: for each data block its lengths, its number of entries, and a
 * separator: a key, as short as possible, that is not below the block's last entry and below the
 * next block's first one.
 */
public final class BlockIndexBuilder {

  private final ByteWriter entries = new ByteWriter(4096);
  private final ByteWriter block = new ByteWriter(16);
  private byte[] previous = {};
  private int previousLength;
  private int count;
  private long separatorBytes;

  /** Adds a block all of whose keys are below the separator, or equal to it with any tag. */
  public void add(BlockHandle handle, int entryCount, byte[] separator, int length) {
    put(handle, entryCount, separator, length, false);
  }

  /** Adds a block that ends with the separator key and this tag, the next one going on with it. */
  public void add(BlockHandle handle, int entryCount, byte[] separator, int length, long tag) {
    put(handle, entryCount, separator, length, true);
    entries.writeVarint(tag);
  }

  private void put(
      BlockHandle handle, int entryCount, byte[] separator, int length, boolean tagged) {
    int shared = Arrays.mismatch(previous, 0, previousLength, separator, 0, length);
    shared = shared < 0 ? length : shared;
    entries.writeVarint(handle.storedLength());
    entries.writeVarint(handle.rawLength());
    entries.writeVarint(entryCount);
    entries.writeVarint(shared);
    entries.writeVarint((length - shared) << 1 | (tagged ? 1 : 0));
    entries.write(separator, shared, length - shared);
    remember(separator, length);
    separatorBytes += length;
    count++;
  }

  private void remember(byte[] separator, int length) {
    if (previous.length < length) {
      previous = new byte[Math.max(length, 64)];
    }
    System.arraycopy(separator, 0, previous, 0, length);
    previousLength = length;
  }

  public int count() {
    return count;
  }

  /** Bytes of all separators, which a reader keeps whole. */
  public long separatorBytes() {
    return separatorBytes;
  }

  /** About the index block's length if it were built now. */
  public int length() {
    return entries.length();
  }

  /** The whole index block. */
  public ByteWriter build() {
    block.writeVarint(count);
    block.write(entries.array(), 0, entries.length());
    return block;
  }

  /**
   * Makes a separator of two different keys, {@code a} before {@code b}, in {@code a}'s array, and
   * returns its length.
   */
  public static int separate(byte[] a, int lengthA, byte[] b, int offsetB, int lengthB) {
    int shared = Arrays.mismatch(a, 0, lengthA, b, offsetB, offsetB + lengthB);
    if (shared == lengthA) {
      return lengthA;
    }
    if (shared + 1 < lengthB) {
      a[shared] = b[offsetB + shared];
      return shared + 1;
    }
    // All of b is needed to tell it from a, so the separator is cut from a.
    if ((a[shared] & 0xff) + 1 < (b[offsetB + shared] & 0xff)) {
      a[shared]++;
      return shared + 1;
    }
    return lengthA;
  }
}
