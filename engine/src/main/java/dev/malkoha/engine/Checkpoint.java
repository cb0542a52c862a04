package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.facade.StoreCheckpoint;
import dev.malkoha.storage.FileDisk;

/**
 * A consistent copy of a store, of all its keyspaces at one moment, in a directory of its own: made
 * by {@link Db#checkpoint}, or {@link #read} from where one lies.
 *
 * <p>It opens as a store by itself. Opened read-only it stays a checkpoint; opened for writing it
 * becomes a store like any other, and its list of files goes. Immutable; any thread. Its records
 * may get further components: use their accessors, neither their constructors nor record patterns.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Checkpoint {

  /**
   * A file of a checkpoint.
   *
   * @param name in the checkpoint's directory
   * @param bytes its length
   * @param crc32c the CRC-32C of all its bytes, as the low 32 bits of {@link
   *     java.util.zip.CRC32C#getValue}
   */
  record File(String name, long bytes, int crc32c) {

    /** The same file under another name. */
    public File named(String other) {
      return new File(other, bytes, crc32c);
    }
  }

  /**
   * What it took to fill a directory.
   *
   * @param filesLinked files that share their bytes with those they were taken from
   * @param filesCopied files with bytes of their own
   * @param bytesCopied their bytes
   */
  record Work(int filesLinked, int filesCopied, long bytesCopied) {}

  /**
   * Reads what a checkpoint consists of, and checks that it is complete. The files' bytes are not
   * looked at: {@link #verify} does that.
   *
   * @throws DbNotFoundException if there is none in the directory
   * @throws DbCorruptionException if it is unfinished, or its list damaged
   */
  static Checkpoint read(Path directory) {
    return StoreCheckpoint.read(FileDisk.INSTANCE, directory);
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
  static Work restore(Path checkpoint, Path to) {
    return StoreCheckpoint.restore(checkpoint, to);
  }

  /** Where it lies. */
  Path directory();

  /**
   * The sequence number of the last write that it holds. It holds all writes up to that one, and
   * none after it.
   */
  long sequence();

  /** Which store it is of: 16 hexadecimal digits, the same for all checkpoints of a store. */
  String storeId();

  /**
   * The files that make it up, in the order in which they are to be copied elsewhere: {@code
   * CURRENT} last. A directory with these files is the store. Two checkpoints of one store have a
   * file in common where all of its {@link File} is equal.
   */
  List<File> files();

  /** What it took to make it; nothing for one that was only read. */
  Work work();

  /**
   * Reads all files and compares them with the list.
   *
   * @return what is wrong, in one sentence each; empty if all is as it was
   * @throws DbNotFoundException if it is a checkpoint no more
   * @throws DbCorruptionException if its list is damaged
   */
  List<String> verify();
}
