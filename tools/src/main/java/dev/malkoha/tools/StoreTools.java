package dev.malkoha.tools;

import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.toolkit.StoreFiles;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.tools.inspect.FileDump;
import dev.malkoha.tools.inspect.StoreVerifier;
import dev.malkoha.tools.salvage.SalvagedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Tools for stores and checkpoints as they lie on the disk. */
public final class StoreTools {

  private static final Disk DISK = FileDisk.INSTANCE;

  private StoreTools() {}

  /**
   * Reads everything a store consists of and checks it: checksums, the order of keys, that each
   * table's filter knows each of its keys, and the manifest against the files. Changes nothing.
   *
   * <p>The store is locked meanwhile. If it is open already, here or in another process, a view of
   * it is checked that is taken beside its writer, and the notes of the report say so: files that
   * are being made or given up are no problems then.
   *
   * @throws DbNotFoundException if there is none
   */
  public static VerifyReport verify(Path directory) {
    return call(() -> StoreVerifier.verify(DISK, directory));
  }

  /**
   * The names of the files that hold a keyspace's tables, and of the sidecars that say what is dead
   * in them, in the order of their numbers. The store may be open, so that they go at any time.
   *
   * @throws IllegalArgumentException if there is no such keyspace
   * @throws DbNotFoundException if there is no store
   */
  public static List<String> files(Path directory, String keyspace) {
    return call(() -> FileDump.files(DISK, directory, keyspace));
  }

  /**
   * Makes a new store of all that can be verified in a damaged one, with default {@link
   * SalvageOptions}.
   *
   * @see #salvage(Path, Path, SalvageOptions)
   */
  public static SalvageReport salvage(Path from, Path to) {
    return salvage(from, to, SalvageOptions.defaults());
  }

  /**
   * Makes a new store of all that can be verified in a damaged one: every sound block of its
   * tables, every sound value, every sound record of its log; also where CURRENT, the manifest or
   * sidecars are damaged or gone. The damaged store is locked meanwhile and not changed. Takes
   * memory for the log and a block of each table of one keyspace, whatever the store's size.
   *
   * @param to where the store is made: absent or empty. Until all is done it is marked as
   *     unfinished, and cannot be opened
   * @return what was saved, and in which ranges of keys something may be lost
   * @throws DbNotFoundException if there is nothing of a store in the directory
   * @throws DbLockedException if it is open
   * @throws IllegalArgumentException if there is anything in the other one
   */
  public static SalvageReport salvage(Path from, Path to, SalvageOptions options) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(options, "options");
    return call(
        () ->
            new SalvagedStore(DISK, from, to, options, its -> StoreFiles.create(DISK, to, its))
                .make());
  }

  /**
   * Prints one file of a store (log, manifest, CURRENT or table) as text, keys in hexadecimal.
   *
   * @throws DbFormatException if the file is none of these
   */
  public static void dump(Path file, Appendable out) {
    call(
        () -> {
          FileDump.dump(DISK, file, out);
          return out;
        });
  }

  private static <T> T call(OwnThread.Action<T> action) {
    try {
      return action.run();
    } catch (IOException e) {
      throw StoreFiles.failure(e);
    } catch (UncheckedIOException e) {
      throw StoreFiles.failure(Objects.requireNonNull(e.getCause()));
    }
  }
}
