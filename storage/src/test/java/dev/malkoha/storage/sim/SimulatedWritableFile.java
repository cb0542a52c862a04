package dev.malkoha.storage.sim;

import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.util.Objects;

/** A simulated file open for appending. */
final class SimulatedWritableFile extends SimulatedFile implements WritableFile {

  private long size;

  SimulatedWritableFile(SimulatedProcess process, String name, Inode inode) {
    super(process, name, inode);
    size = inode.size();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    CallDigest.add(bytes, offset, length);
    process.call(CallKind.APPEND, name(), size, length, call -> write(bytes, offset, length));
    size += length;
  }

  private boolean write(byte[] bytes, int offset, int length) throws IOException {
    int fitting = (int) Math.min(length, process.disk().freeBytes());
    inode.append(bytes, offset, fitting);
    if (fitting < length) {
      throw Fault.noSpace("");
    }
    return true;
  }

  @Override
  public void force() throws IOException {
    checkOpen();
    process.force(CallKind.FORCE, name(), inode, 0, size);
  }
}
