package dev.malkoha.storage;

import module java.base;

import java.nio.channels.FileChannel.MapMode;

/**
 * A file read by copies from a read-only mapping, or at positions while its directory's files are
 * not in memory, as a {@link PageCacheGauge} tells.
 *
 * <p>A copy needs no channel, and the arena guards it against {@link #close}: it either finishes or
 * throws.
 */
final class ReadMapping implements ReadableFile {

  private final Mapping mapping;
  private final long size;
  private final PositionedReads positioned;
  private final PageCacheGauge gauge;

  private ReadMapping(Path path, String name, PageCacheGauge gauge) throws IOException {
    this.positioned = new PositionedReads(path, FileActions.requireRegular(path));
    this.gauge = gauge;
    this.mapping = Mapping.open(path, name, MapMode.READ_ONLY); // the last that may fail
    this.size = mapping.memory().byteSize();
  }

  static ReadMapping open(Path path, String name, PageCacheGauge gauge) throws IOException {
    return new ReadMapping(path, name, gauge);
  }

  @Override
  public String name() {
    return mapping.name();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    check(position, into, offset, length);
    long nanos = readAt(position, into, offset, length);
    if (nanos == PositionedReads.NOT_READ) {
      copy(position, into, offset, length);
    } else {
      gauge.read(nanos, length);
    }
  }

  @Override
  public void readNext(long position, byte[] into, int offset, int length) throws IOException {
    check(position, into, offset, length);
    if (readAt(position, into, offset, length) == PositionedReads.NOT_READ) {
      mapping.read(position, into, offset, length);
    }
  }

  private void check(long position, byte[] into, int offset, int length) throws EOFException {
    mapping.checkOpen();
    checkPlace(this, position, into, offset, length);
  }

  /** Sees to it that bytes are asked for which the file has, and for which there is room. */
  static void checkPlace(ReadableFile file, long position, byte[] into, int offset, int length)
      throws EOFException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (position < 0) {
      throw new IllegalArgumentException("negative position " + position);
    }
    if (position > file.size() - length) {
      throw new EOFException(
          file.name()
              + ": "
              + length
              + " bytes wanted at "
              + position
              + ", the file has "
              + file.size());
    }
  }

  /** Reads at a position if that is the better way now; returns how long it took. */
  private long readAt(long position, byte[] into, int offset, int length) throws IOException {
    if (!gauge.isCold()) {
      return PositionedReads.NOT_READ;
    }
    try {
      return positioned.read(position, into, offset, length);
    } catch (IOException e) {
      throw MappedCopy.failure("read", name(), position, length, e);
    }
  }

  private void copy(long position, byte[] into, int offset, int length) throws IOException {
    if (!PageCacheGauge.isTimed(position)) {
      mapping.read(position, into, offset, length);
      return;
    }
    long begin = System.nanoTime();
    mapping.read(position, into, offset, length);
    gauge.copied(System.nanoTime() - begin, length);
  }

  @Override
  public boolean isFar() {
    return gauge.isCold();
  }

  @Override
  public void close() throws IOException {
    mapping.close();
    positioned.close();
  }
}
