package dev.malkoha.sstable.block;

import java.io.IOException;

/**
 * A window over the file's data blocks that one scan reads through: the first blocks are read
 * alone, then ever larger pieces in the direction of the scan, so that a long scan takes few reads
 * and a short one no needless bytes.
 */
public final class ReadAhead {

  /** So many neighbours are read alone: a scan of some dozen entries needs no more blocks. */
  private static final int ALONE = 2;

  private static final int FIRST_WINDOW = 32 << 10;
  private static final int LARGEST_WINDOW = 256 << 10;

  private final BlockFile file;
  private final long dataStart;
  private final long dataEnd;

  private byte[] window = {};
  private long windowStart;
  private int windowLength;

  /** Where the last block read started and ended: its neighbours are signs of a scan. */
  private long lastStart = -1;

  private long lastEnd = -1;

  /** Neighbours read one after the other up to the last block, with it. */
  private int neighbours;

  private int nextLength = FIRST_WINDOW;
  private long blocksRead;

  public ReadAhead(BlockFile file, long dataStart, long dataEnd) {
    this.file = file;
    this.dataStart = dataStart;
    this.dataEnd = dataEnd;
  }

  /** Blocks read so far. */
  public long blocksRead() {
    return blocksRead;
  }

  /** Reads and unpacks a block, through the window if it neighbours the last one. */
  public byte[] read(BlockHandle handle) throws IOException {
    boolean forward = handle.offset() == lastEnd;
    boolean backward = handle.end() == lastStart;
    lastStart = handle.offset();
    lastEnd = handle.end();
    blocksRead++;
    if (!isInside(handle)) {
      if (!forward && !backward) {
        nextLength = FIRST_WINDOW;
        neighbours = 0;
      }
      if (++neighbours <= ALONE || handle.end() - handle.offset() >= nextLength) {
        return file.read(handle);
      }
      fill(forward ? handle.offset() : handle.end() - nextLength);
    }
    return file.unpack(handle, window, (int) (handle.offset() - windowStart));
  }

  /** Counts a block as a neighbour of the last one read if the one it is read instead of is one. */
  public void passOver(BlockHandle neighbour, BlockHandle instead) {
    if (neighbour.offset() == lastEnd) {
      lastEnd = instead.offset();
    } else if (neighbour.end() == lastStart) {
      lastStart = instead.end();
    }
  }

  private boolean isInside(BlockHandle handle) {
    return handle.offset() >= windowStart && handle.end() <= windowStart + windowLength;
  }

  private void fill(long from) throws IOException {
    long start = Math.max(from, dataStart);
    int length = (int) Math.min(from + nextLength - start, dataEnd - start);
    if (window.length < length) {
      window = new byte[nextLength];
    }
    windowLength = 0;
    file.read(start, window, 0, length);
    windowStart = start;
    windowLength = length;
    nextLength = Math.min(2 * nextLength, LARGEST_WINDOW);
  }
}
