package dev.malkoha.engine;

import dev.malkoha.engine.inspect.FileDump;
import dev.malkoha.engine.inspect.StoreVerifier;
import dev.malkoha.engine.store.Failures;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.nio.file.Path;

/** Tools for a store that is not open. */
public final class DbTools {

  private DbTools() {}

  /**
   * Reads everything a store consists of and checks it: checksums, the order of keys, that each
   * table's filter knows each of its keys, and the manifest against the files. Changes nothing.
   *
   * @throws DbLockedException if the store is open
   * @throws DbNotFoundException if there is none
   */
  public static VerifyReport verify(Path directory) {
    return verify(FileDisk.INSTANCE, directory);
  }

  static VerifyReport verify(Disk disk, Path directory) {
    try {
      return StoreVerifier.verify(disk, directory);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /**
   * Prints one file of a store (log, manifest, CURRENT or table) as text, keys in hexadecimal.
   *
   * @throws DbFormatException if the file is none of these
   */
  public static void dump(Path file, Appendable out) {
    try {
      FileDump.dump(FileDisk.INSTANCE, file, out);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
