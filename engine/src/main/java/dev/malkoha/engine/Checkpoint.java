package dev.malkoha.engine;

import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.checkpoint.FileBytes;
import dev.malkoha.engine.checkpoint.FileList;
import dev.malkoha.engine.checkpoint.Restoring;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A consistent copy of a store, of all its keyspaces at one moment, in a directory of its own: made
 * by {@link Db#checkpoint}, or {@link #read} from where one lies.
 *
 * <p>It opens as a store by itself. Opened read-only it stays a checkpoint; opened for writing it
 * becomes a store like any other, and its list of files goes. Immutable; any thread.
 */
public final class Checkpoint {

  private final Disk disk;
  private final Path directory;
  private final FileList list;
  private final Work work;

  private Checkpoint(Disk disk, Path directory, FileList list, Work work) {
    this.disk = disk;
    this.directory = directory;
    this.list = list;
    this.work = work;
  }

  /**
   * A file of a checkpoint.
   *
   * @param name in the checkpoint's directory
   * @param bytes its length
   * @param crc32c the CRC-32C of all its bytes, as the low 32 bits of {@link
   *     java.util.zip.CRC32C#getValue}
   */
  public record File(String name, long bytes, int crc32c) {

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
  public record Work(int filesLinked, int filesCopied, long bytesCopied) {

    private static final Work NONE = new Work(0, 0, 0);
  }

  /**
   * Reads what a checkpoint consists of, and checks that it is complete. The files' bytes are not
   * looked at: {@link #verify} does that.
   *
   * @throws DbNotFoundException if there is none in the directory
   * @throws DbCorruptionException if it is unfinished, or its list damaged
   */
  public static Checkpoint read(Path directory) {
    return read(FileDisk.INSTANCE, directory);
  }

  static Checkpoint read(Disk disk, Path path) {
    Objects.requireNonNull(path, "directory");
    try (Directory directory = Restoring.open(disk, path)) {
      return new Checkpoint(disk, directory.path(), FileList.read(directory), Work.NONE);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  static Checkpoint of(Checkpoints.Taken taken) {
    return new Checkpoint(taken.disk(), taken.path(), taken.list(), taken.work());
  }

  /** Where it lies. */
  public Path directory() {
    return directory;
  }

  /**
   * The sequence number of the last write that it holds. It holds all writes up to that one, and
   * none behind it.
   */
  public long sequence() {
    return list.sequence();
  }

  /** Which store it is of: 16 hexadecimal digits, the same for all checkpoints of a store. */
  public String storeId() {
    return HexFormat.of().toHexDigits(list.storeId());
  }

  /**
   * The files that make it up, in the order in which they are to be copied elsewhere: {@code
   * CURRENT} last. A directory with these files is the store. Two checkpoints of one store have a
   * file in common where all of its {@link File} is equal.
   */
  public List<File> files() {
    return list.files();
  }

  /** What it took to make it; nothing for one that was only read. */
  public Work work() {
    return work;
  }

  /**
   * Reads all files and compares them with the list.
   *
   * @return what is wrong, in one sentence each; empty if all is as it was
   * @throws DbNotFoundException if it is a checkpoint no more
   * @throws DbCorruptionException if its list is damaged
   */
  public List<String> verify() {
    try (Directory from = Restoring.open(disk, directory)) {
      if (!FileList.read(from).equals(list)) {
        return List.of("another checkpoint lies in " + directory + " by now");
      }
      return FileBytes.problems(from, list.files());
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public String toString() {
    return "checkpoint of store " + storeId() + " up to " + sequence() + " in " + directory;
  }
}
