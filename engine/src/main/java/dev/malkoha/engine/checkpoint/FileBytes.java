package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** All bytes of a file, from its beginning to its end, and what they add up to. */
public final class FileBytes {

  private static final int CHUNK_BYTES = 1 << 18;

  /** Takes bytes one after the other. */
  interface Sink {
    void accept(byte[] bytes, int offset, int length) throws IOException;
  }

  private FileBytes() {}

  /**
   * Reads a file and returns the CRC-32C of its bytes.
   *
   * @param sink takes the bytes
   * @param check is asked now and then, and throws if it is of no use to go on
   */
  static int crc(Directory directory, String name, Sink sink, Runnable check) throws IOException {
    CRC32C crc = new CRC32C();
    try (ReadableFile file = directory.open(name)) {
      byte[] chunk = new byte[Math.clamp(file.size(), 1, CHUNK_BYTES)];
      for (long at = 0; at < file.size(); at += chunk.length) {
        check.run();
        int length = (int) Math.min(chunk.length, file.size() - at);
        file.read(at, chunk, 0, length);
        crc.update(chunk, 0, length);
        sink.accept(chunk, 0, length);
      }
    }
    return (int) crc.getValue();
  }

  /** A file as it is now. */
  static Checkpoint.File describe(Directory directory, String name, Runnable check)
      throws IOException {
    int crc = crc(directory, name, (bytes, offset, length) -> {}, check);
    return new Checkpoint.File(name, directory.size(name), crc);
  }

  /** In what files are not as they are listed, in one sentence each. */
  public static List<String> problems(Directory directory, List<Checkpoint.File> listed) {
    List<String> problems = new ArrayList<>();
    for (Checkpoint.File was : listed) {
      try {
        Checkpoint.File found = describe(directory, was.name(), () -> {});
        if (found.bytes() != was.bytes()) {
          problems.add(was.name() + " has " + found.bytes() + " bytes, and had " + was.bytes());
        } else if (!found.equals(was)) {
          problems.add(was.name() + " has other bytes than it had: its checksum differs");
        }
      } catch (NoSuchFileException e) {
        problems.add(was.name() + " is missing");
      } catch (IOException e) {
        problems.add(was.name() + " cannot be read: " + Failures.words(e));
      }
    }
    return problems;
  }
}
