package dev.malkoha.engine.compaction;

import dev.malkoha.storage.ReadableFile;
import java.io.IOException;

/** A file that was opened as a draft, under the name that it will have: messages tell of that. */
record NamedFile(String name, ReadableFile file) implements ReadableFile {

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    file.read(position, into, offset, length);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
