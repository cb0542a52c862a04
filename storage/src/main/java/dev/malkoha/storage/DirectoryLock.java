package dev.malkoha.storage;

import module java.base;

/** A held claim on a directory. Closing it lets others in. */
public interface DirectoryLock extends Closeable {

  @Override
  void close() throws IOException;
}
