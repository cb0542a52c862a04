package dev.malkoha.storage;

import java.io.IOException;

/**
 * A file as one reader sees it that goes through it in order: read in larger and larger pieces,
 * from which the reader's own reads are copied.
 *
 * <p>Used by one thread at a time. Closing it closes nothing: the file is its owner's.
 */
public final class ReadAhead implements ReadableFile {

  private static final int FIRST = 32 << 10;
  private static final int MOST = 256 << 10;

  private final ReadableFile file;
  private byte[] piece = {};
  private long begin;
  private int length;

  /** Reads nothing yet. */
  public ReadAhead(ReadableFile file) {
    this.file = file;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long position, byte[] into, int offset, int wanted) throws IOException {
    if (wanted > MOST) {
      file.readNext(position, into, offset, wanted);
      return;
    }
    if (position < begin || position + wanted > begin + length) {
      fill(position, wanted);
    }
    System.arraycopy(piece, (int) (position - begin), into, offset, wanted);
  }

  /** Reads the next piece, but not once more what the last one has of it. */
  private void fill(long position, int wanted) throws IOException {
    int kept =
        position > begin && position < begin + length ? (int) (begin + length - position) : 0;
    int room = Math.max(wanted, Math.clamp(2L * piece.length, FIRST, MOST));
    byte[] next = room > piece.length ? new byte[room] : piece;
    System.arraycopy(piece, length - kept, next, 0, kept);
    length = 0;
    int most = Math.max(wanted, (int) Math.min(next.length, size() - position));
    file.readNext(position + kept, next, kept, most - kept);
    piece = next;
    begin = position;
    length = most;
  }

  @Override
  public void close() {
    piece = new byte[0];
    length = 0;
  }
}
