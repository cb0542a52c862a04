package dev.malkoha.storage;

import module java.base;

/**
 * A file that is read once, by one thread, through a descriptor. A mapping would cost more than
 * that read: at its end all threads of the process are asked whether they use it.
 */
final class ReadOnce implements ReadableFile {

  private final String name;
  private final PositionedReads reads;
  private final RandomAccessFile file;
  private final long size;
  private boolean closed;

  private ReadOnce(String name, PositionedReads reads, RandomAccessFile file) throws IOException {
    this.name = name;
    this.reads = reads;
    this.file = file;
    this.size = file.length();
  }

  /** Opens a file; one that no descriptor is to be had for is mapped. */
  static ReadableFile open(Path path, String name, PageCacheGauge gauge) throws IOException {
    BasicFileAttributes attributes = FileActions.requireRegular(path);
    PositionedReads reads = new PositionedReads(path, attributes);
    RandomAccessFile file = reads.acquire();
    return file == null ? ReadMapping.open(path, name, gauge) : new ReadOnce(name, reads, file);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    if (closed) {
      throw new IllegalStateException("file " + name + " is closed");
    }
    ReadMapping.checkPlace(this, position, into, offset, length);
    try {
      file.seek(position);
      file.readFully(into, offset, length);
    } catch (IOException e) {
      throw MappedCopy.failure("read", name, position, length, e);
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      reads.giveBack(file);
      reads.close();
    }
  }
}
