package dev.malkoha.engine;

import dev.malkoha.engine.facade.StoreTools;
import dev.malkoha.storage.FileDisk;
import java.nio.file.Path;
import java.util.List;

/** Tools for stores and checkpoints as they lie on the disk. */
public final class DbTools {

  private DbTools() {}

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
    return StoreTools.verify(FileDisk.INSTANCE, directory);
  }

  /**
   * The names of the files that hold a keyspace's tables, and of the sidecars that say what is dead
   * in them, in the order of their numbers. The store may be open, so that they go at any time.
   *
   * @throws IllegalArgumentException if there is no such keyspace
   * @throws DbNotFoundException if there is no store
   */
  public static List<String> files(Path directory, String keyspace) {
    return StoreTools.files(directory, keyspace);
  }

  /**
   * Makes a store of a checkpoint. All files of the checkpoint are read and checked before; it
   * stays as it is, and shares those with the new store that neither ever changes, where the file
   * system allows.
   *
   * @param to where the store is made, with missing parents: absent, empty, or what an attempt that
   *     was cut short has left, which is removed
   * @return what it took
   * @throws DbCorruptionException if the checkpoint is damaged or unfinished; nothing is made
   * @throws DbNotFoundException if there is none
   * @throws DbLockedException if somebody else fills the directory, or has a store open in it
   * @throws IllegalArgumentException if there is anything else in the directory
   */
  public static Checkpoint.Work restore(Path checkpoint, Path to) {
    return StoreTools.restore(FileDisk.INSTANCE, checkpoint, to);
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
    return StoreTools.salvage(FileDisk.INSTANCE, from, to, options);
  }

  /**
   * Prints one file of a store (log, manifest, CURRENT or table) as text, keys in hexadecimal.
   *
   * @throws DbFormatException if the file is none of these
   */
  public static void dump(Path file, Appendable out) {
    StoreTools.dump(file, out);
  }
}
