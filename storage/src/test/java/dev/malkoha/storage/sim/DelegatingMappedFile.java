package dev.malkoha.storage.sim;

import dev.malkoha.storage.MappedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A mapped file that passes every call on, to be overridden where it shall not. */
public class DelegatingMappedFile implements MappedFile {

  private final MappedFile file;

  /** Wraps a file. */
  protected DelegatingMappedFile(MappedFile file) {
    this.file = file;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public MemorySegment memory() {
    return file.memory();
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    file.read(position, into, offset, length);
  }

  @Override
  public void write(long position, byte[] from, int offset, int length) throws IOException {
    file.write(position, from, offset, length);
  }

  @Override
  public void force(long offset, long length) throws IOException {
    file.force(offset, length);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
