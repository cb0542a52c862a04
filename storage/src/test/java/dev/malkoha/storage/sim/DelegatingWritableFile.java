package dev.malkoha.storage.sim;

import dev.malkoha.storage.WritableFile;
import java.io.IOException;

/** A file written at its end that passes every call on, for tests that come between. */
public class DelegatingWritableFile implements WritableFile {

  private final WritableFile file;

  /** Wraps a file. */
  protected DelegatingWritableFile(WritableFile file) {
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
  public void append(byte[] bytes, int offset, int length) throws IOException {
    file.append(bytes, offset, length);
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
