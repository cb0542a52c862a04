package dev.malkoha.storage.sim;

import dev.malkoha.storage.MappedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A simulated file open through a mapping. Its memory is the current content of the file itself, so
 * what is stored there is at once what a killed process leaves.
 */
final class SimulatedMappedFile extends SimulatedFile implements MappedFile {

  private final MemorySegment memory;

  SimulatedMappedFile(SimulatedProcess process, String name, Inode inode) {
    super(process, name, inode);
    synchronized (process.disk()) {
      this.memory = inode.map();
    }
  }

  @Override
  public MemorySegment memory() {
    checkOpen();
    return memory;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    checkOpen();
    process.call(
        CallKind.MAPPED_READ,
        name(),
        position,
        length,
        call -> {
          MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, position, into, offset, length);
          return true;
        });
  }

  @Override
  public void write(long position, byte[] from, int offset, int length) throws IOException {
    checkOpen();
    CallDigest.add(from, offset, length);
    process.call(
        CallKind.MAPPED_WRITE,
        name(),
        position,
        length,
        call -> {
          MemorySegment.copy(from, offset, memory, ValueLayout.JAVA_BYTE, position, length);
          inode.written(position, length);
          return true;
        });
  }

  @Override
  public void force(long offset, long length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, memory.byteSize());
    process.force(CallKind.MAPPED_FORCE, name(), inode, offset, length);
  }
}
