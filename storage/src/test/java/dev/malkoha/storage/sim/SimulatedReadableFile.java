package dev.malkoha.storage.sim;

import dev.malkoha.storage.ReadableFile;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/** A simulated file open for reading. */
final class SimulatedReadableFile extends SimulatedFile implements ReadableFile {

  private final long size;

  SimulatedReadableFile(SimulatedProcess process, String name, Inode inode) {
    super(process, name, inode);
    this.size = inode.size();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    checkOpen();
    if (position < 0) {
      throw new IllegalArgumentException("negative position " + position);
    }
    if (position > size - length) {
      throw new EOFException(
          name() + ": " + length + " bytes wanted at " + position + ", the file has " + size);
    }
    process.call(
        CallKind.READ,
        name(),
        position,
        length,
        call -> {
          inode.read(position, into, offset, length);
          return true;
        });
  }
}
