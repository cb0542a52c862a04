package dev.malkoha.engine.checkpoint;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;

/** The bytes of files at rest, read and put in their place. */
final class RawFiles {

  private RawFiles() {}

  static byte[] read(Directory directory, String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** Replaces the file: another one that was linked to it stays as it is. */
  static void write(Directory directory, String name, byte[] bytes) throws IOException {
    directory.delete(name);
    try (WritableFile file = directory.create(name)) {
      file.append(bytes, 0, bytes.length);
      file.force();
    }
    directory.force();
  }
}
