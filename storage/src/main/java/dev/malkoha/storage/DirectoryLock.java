package dev.malkoha.storage;

import java.io.Closeable;
import java.io.IOException;

/** A held claim on a directory. Closing it lets others in. */
public interface DirectoryLock extends Closeable {

  @Override
  void close() throws IOException;
}
