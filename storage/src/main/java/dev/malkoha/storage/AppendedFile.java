package dev.malkoha.storage;

import module java.base;

/**
 * A file written at its end through a stream.
 *
 * <p>A stream and not a channel: an interrupt of the writing thread closes a channel and may hide a
 * failed force; a stream does not know interrupts. The stream cannot create a file with a mode or
 * refuse a link, so the file is created beforehand, exclusively.
 */
final class AppendedFile implements WritableFile {

  private static final byte[] ZEROS = new byte[1 << 16];

  private final Path path;
  private final String name;
  private final FileOutputStream out;
  private long size;
  private boolean closed;

  private AppendedFile(Path path, String name, FileOutputStream out, long size) {
    this.path = path;
    this.name = name;
    this.out = out;
    this.size = size;
  }

  static AppendedFile create(Path path, String name) throws IOException {
    FileActions.createFile(path);
    try {
      return open(path, name);
    } catch (IOException e) {
      FileActions.deleteHalfMade(path, e);
      throw e;
    }
  }

  static AppendedFile open(Path path, String name) throws IOException {
    long size = FileActions.requireRegular(path).size();
    try {
      return new AppendedFile(path, name, new FileOutputStream(path.toFile(), true), size);
    } catch (IOException e) {
      throw NoSpaceException.reason(e, path, 0);
    }
  }

  /** Fills an empty file with zero bytes that are really on the disk, and closes it. */
  static void writeZeros(Path path, String name, long size) throws IOException {
    try (AppendedFile file = open(path, name)) {
      for (long left = size; left > 0; left -= ZEROS.length) {
        file.append(ZEROS, 0, (int) Math.min(left, ZEROS.length));
      }
      file.force();
    }
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
  public void append(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw NoSpaceException.reason(e, path, length);
    }
    size += length;
  }

  @Override
  public void force() throws IOException {
    checkOpen();
    out.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    out.close();
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("file " + name + " is closed");
    }
  }
}
