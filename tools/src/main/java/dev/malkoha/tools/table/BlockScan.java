package dev.malkoha.tools.table;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.CutBlock;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A search for the data blocks of a file without an index. A block's checksum is bound to its file
 * and its place, so wherever one verifies, a block begins and ends there. One thread.
 *
 * <p>From a known beginning every byte is tried as the end, which takes a nanosecond or two each.
 * After a damaged block every byte is tried as a beginning too, which takes a tenth of a
 * millisecond each; so that ends after {@value #STARTS_MAX} of them.
 */
public final class BlockScan {

  /** More than any block of several entries takes. */
  private static final int WINDOW_BYTES = 2 * DataBlock.MAX_TARGET_LENGTH;

  private static final int STARTS_MAX = 128 << 10;

  /** The answer of {@link #read} where something verifies that is no data block. */
  public static final byte[] OTHER = {};

  private static final int POLYNOMIAL = 0x82F63B78;
  private static final int[] TABLE = table();

  private final BlockFile file;
  private final long limit;
  private byte[] window = {};
  private long windowStart;
  private int windowLength;
  private long end;

  /**
   * A scan of a file.
   *
   * @param file of the table
   */
  public BlockScan(BlockFile file) {
    this.file = file;
    this.limit = file.size();
  }

  private static int[] table() {
    int[] table = new int[1 << Byte.SIZE];
    for (int i = 0; i < table.length; i++) {
      int crc = i;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ POLYNOMIAL;
      }
      table[i] = crc;
    }
    return table;
  }

  /**
   * Reads the data block that begins at a place.
   *
   * @return {@link #OTHER} if what begins there is no data block: these are behind; null if nothing
   *     that verifies begins there
   */
  public byte @Nullable [] read(long offset) throws IOException {
    int stored = storedLength(offset, WINDOW_BYTES);
    long most = Math.min(limit - offset, TableFormat.MAX_BLOCK_LENGTH);
    if (stored < 0 && most > WINDOW_BYTES) { // a value may be long
      stored = storedLength(offset, most);
    }
    return stored < 0 ? null : unpack(offset, stored);
  }

  /** The place after the block that was read last. */
  public long end() {
    return end;
  }

  /** The first place after one at which something verifies; -1 if there is none near. */
  public long findAfter(long offset) throws IOException {
    long last = Math.min(limit - TableFormat.TRAILER_LENGTH, offset + STARTS_MAX);
    for (long place = offset + 1; place <= last; place++) {
      if (storedLength(place, WINDOW_BYTES) >= 0) {
        return place;
      }
    }
    return -1;
  }

  /** Bytes up to the trailer that verifies, of at most a number; -1 if none does. */
  private int storedLength(long offset, long most) throws IOException {
    int length = (int) Math.min(most + TableFormat.TRAILER_LENGTH, limit - offset);
    if (length < TableFormat.MIN_STORED_LENGTH + TableFormat.TRAILER_LENGTH) {
      return -1;
    }
    int start = load(offset, length);
    int last = start + length - TableFormat.TRAILER_LENGTH;
    int crc = -1;
    for (int at = start; at <= last; at++) {
      if (isHow(window[at])
          && at - start >= TableFormat.MIN_STORED_LENGTH
          && checksum(crc, window[at], offset)
              == Bytes.getInt(window, at + TableFormat.TRAILER_CHECKSUM)) {
        return at - start;
      }
      crc = next(crc, window[at]);
    }
    return -1;
  }

  private static boolean isHow(byte how) {
    return Codecs.isKnown(how & ~TableFormat.IN_PIECES) && how != TableFormat.IN_PIECES;
  }

  /** As {@link TableFormat#blockChecksum} has it, from what the stored bytes have come to. */
  private int checksum(int stored, byte how, long offset) {
    return ~next(next(next(stored, how), file.fileId()), offset);
  }

  private static int next(int crc, byte more) {
    return crc >>> Byte.SIZE ^ TABLE[(crc ^ more) & 0xff];
  }

  private static int next(int crc, long more) {
    int sum = crc;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      sum = next(sum, (byte) (more >>> shift));
    }
    return sum;
  }

  /** Makes bytes of the file lie in the window, and returns where. */
  private int load(long offset, int length) throws IOException {
    if (offset < windowStart || offset + length > windowStart + windowLength) {
      int wanted = (int) Math.min(limit - offset, Math.max(length, 4L * WINDOW_BYTES));
      windowLength = 0; // nothing, should the read fail
      if (window.length < wanted) {
        window = new byte[wanted];
      }
      file.read(offset, window, 0, wanted);
      windowStart = offset;
      windowLength = wanted;
    }
    return (int) (offset - windowStart);
  }

  private byte[] unpack(long offset, int stored) throws IOException {
    end = offset + stored + TableFormat.TRAILER_LENGTH;
    int start = load(offset, stored + TableFormat.TRAILER_LENGTH);
    int how = window[start + stored];
    byte[] bytes = new byte[stored + BlockFile.SLACK];
    System.arraycopy(window, start, bytes, 0, stored);
    long raw = rawLength(bytes, stored, how);
    byte[] block = raw < 0 || raw > Integer.MAX_VALUE ? null : read(offset, stored, (int) raw);
    return block == null ? OTHER : block;
  }

  /** The unpacked size of a block; -1 if it is no data block. */
  private static long rawLength(byte[] bytes, int stored, int how) throws IOException {
    if (how == Codecs.NONE) {
      return stored;
    }
    Codec codec = Codecs.ready(how & ~TableFormat.IN_PIECES);
    try {
      return (how & TableFormat.IN_PIECES) != 0
          ? CutBlock.rawLength(bytes, stored, codec)
          : codec.rawLength(bytes, 0, stored);
    } catch (IOException | IndexOutOfBoundsException e) {
      return -1; // sealed, but no data block
    }
  }

  private byte @Nullable [] read(long offset, int stored, int raw) throws IOException {
    try {
      byte[] block = file.read(new BlockHandle(offset, stored, raw));
      boolean isSound =
          BlockFile.rawLength(block) >= DataBlock.PREFIX
              && DataBlock.isSound(block, DataBlock.count(block), DataBlock.firstOrdinal(block));
      return isSound ? block : null;
    } catch (CorruptTableException e) {
      return null; // of another length
    }
  }
}
