package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.checkpoint.FileList.FileBytes;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Closeables;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory that is being filled with a store's files. It is marked as unfinished, by a file that
 * is there before all others and goes after they are durable; until then nobody opens it.
 *
 * <p>The process that fills it holds the lock file that the process with an open store holds. Only
 * under the lock it decides what an earlier attempt left, and makes or removes files. The lock file
 * goes last.
 */
public final class UnfinishedStore {

  private final Disk disk;
  private final Path path;
  private final Directory directory;
  private final DirectoryLock lock;
  private final boolean isNew;

  private UnfinishedStore(
      Disk disk, Path path, Directory directory, DirectoryLock lock, boolean isNew) {
    this.disk = disk;
    this.path = path;
    this.directory = directory;
    this.lock = lock;
    this.isNew = isNew;
  }

  /** An action that fills a directory and returns a report. */
  interface Filling<T> {
    T into(UnfinishedStore to) throws IOException;
  }

  /** Begins, fills and finishes a directory; if that fails nothing of it is left. */
  static <T> T make(Disk disk, Path path, Filling<T> filling) throws IOException {
    UnfinishedStore to = begin(disk, path);
    T made;
    try {
      made = filling.into(to);
      to.finish();
    } catch (IOException | RuntimeException | Error e) {
      to.abandon(e);
      throw e;
    }
    to.close();
    return made;
  }

  /**
   * Begins to fill a directory, which is made if it is not there. What an earlier attempt left in
   * it is removed.
   *
   * @throws IllegalArgumentException if there is anything else in it
   * @throws DirectoryLockedException if somebody is at it
   */
  static UnfinishedStore begin(Disk disk, Path path) throws IOException {
    boolean isNew = !disk.isDirectory(path);
    Directory directory = disk.openDirectory(path);
    try {
      requireOurs(disk, directory); // before the lock makes a file
      DirectoryLock lock = directory.lock(FileNames.LOCK);
      UnfinishedStore begun = new UnfinishedStore(disk, path, directory, lock, isNew);
      begun.prepare();
      return begun;
    } catch (IOException | RuntimeException | Error e) {
      undo(e, directory);
      throw e;
    }
  }

  /**
   * Removes the store in a directory, whole or damaged, and the directory if nothing else is in it.
   * Whenever that is cut short, no opening takes the rest for a store, and it can be done again.
   *
   * @throws DbNotFoundException if there is none; nothing is changed
   * @throws DirectoryLockedException if somebody is at it
   */
  public static void destroy(Disk disk, Path path) throws IOException {
    if (!isStore(disk, path)) {
      throw new DbNotFoundException("there is no store in " + path + " to destroy", null);
    }
    try (Directory directory = disk.openExisting(path)) {
      try (DirectoryLock lock = directory.lock(FileNames.LOCK)) {
        UnfinishedStore rest = new UnfinishedStore(disk, path, directory, lock, false);
        mark(directory);
        rest.clear();
        rest.destroySetAside();
        rest.finish();
      }
      if (directory.list().isEmpty() && disk.directories(path).isEmpty()) {
        disk.deleteDirectory(path);
      }
    }
  }

  /**
   * Whether there is a store in a directory: whole, damaged, unfinished, or what is left of one. A
   * store of another kind is none.
   */
  public static boolean isStore(Disk disk, Path path) throws IOException {
    if (!disk.isDirectory(path)) {
      return false;
    }
    try (Directory directory = disk.openExisting(path)) {
      return StoreDirectory.holdsStore(directory);
    } catch (DbNotFoundException e) {
      return false;
    } catch (DbCorruptionException e) {
      return true;
    }
  }

  private void destroySetAside() throws IOException {
    Path aside = path.resolve(Directory.SET_ASIDE);
    if (disk.directories(path).contains(Directory.SET_ASIDE)) {
      try (Directory files = disk.openExisting(aside)) {
        for (String name : files.list()) {
          files.delete(name);
        }
      }
      disk.deleteDirectory(aside);
    }
  }

  /** Sees to it that nobody else has used the directory meanwhile, and that the mark is durable. */
  private void prepare() throws IOException {
    try {
      requireOurs(disk, directory);
    } catch (IOException | RuntimeException | Error e) {
      undo(e, () -> directory.delete(FileNames.LOCK), lock);
      throw e;
    }
    try {
      mark(directory);
      clear();
    } catch (IOException | RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  /** Refuses all but what an attempt left. Only under the lock that stays true. */
  private static void requireOurs(Disk disk, Directory directory) throws IOException {
    List<String> names = directory.list();
    boolean isMarked = names.contains(FileNames.UNFINISHED);
    for (String name : names) {
      boolean isOurs =
          name.equals(FileNames.UNFINISHED)
              || name.equals(FileNames.LOCK)
              || (isMarked && isMade(name));
      if (!isOurs) {
        throw notEmpty(directory, name);
      }
    }
    List<String> directories = disk.directories(directory.path());
    if (!directories.isEmpty()) {
      throw notEmpty(directory, directories.getFirst());
    }
  }

  private static boolean isMade(String name) {
    return FileList.isStored(name) || FileNames.isDraft(name) || name.equals(FileNames.CHECKPOINT);
  }

  private static IllegalArgumentException notEmpty(Directory directory, String name) {
    return new IllegalArgumentException(
        directory.path() + " is not empty, there is " + name + " in it: name another directory");
  }

  /** Removes what an earlier attempt left, CURRENT before all else. */
  private void clear() throws IOException {
    List<String> names = directory.list();
    if (names.contains(FileNames.CURRENT)) {
      directory.delete(FileNames.CURRENT);
      directory.force();
    }
    boolean changed = false;
    for (String name : names) {
      if (isMade(name) && !name.equals(FileNames.CURRENT)) {
        directory.delete(name);
        changed = true;
      }
    }
    if (changed) {
      directory.force();
    }
  }

  Directory directory() {
    return directory;
  }

  /**
   * Gives a file a name here as well.
   *
   * @param found the file's name there
   * @param name what it is called here
   * @return whether that could be done; if not, nothing has changed
   */
  boolean link(Directory from, String found, String name) throws IOException {
    boolean linked = from.link(found, directory);
    if (linked && !found.equals(name)) {
      directory.rename(found, name);
    }
    return linked;
  }

  /**
   * Copies a file, and forces it.
   *
   * @param found the file's name there
   * @param name what it is called here
   * @param check is asked now and then, and throws if it is of no use to go on
   * @return the CRC-32C of its bytes
   */
  int copy(Directory from, String found, String name, Runnable check) throws IOException {
    try (WritableFile target = directory.create(name)) {
      int crc = FileBytes.crc(from, found, target::append, check);
      target.force();
      return crc;
    }
  }

  /** Notes that all is there, CURRENT too: from now on an opening finds a store. */
  void finish() throws IOException {
    directory.force();
    directory.delete(FileNames.UNFINISHED);
    directory.force();
    try {
      directory.delete(FileNames.LOCK);
    } catch (IOException e) { // one that nobody holds does no harm
      StoreLog.debug("a lock file stays in " + path, e);
    }
  }

  /** Lets go of the directory. */
  private void close() throws IOException {
    Closeables.closeAll(List.of(lock, directory));
  }

  /** Removes all that was made, and lets go of the directory. What fails is added to the reason. */
  private void abandon(Throwable reason) {
    undo(
        reason,
        () -> mark(directory),
        this::clear,
        () -> directory.delete(FileNames.UNFINISHED),
        directory::force,
        () -> directory.delete(FileNames.LOCK),
        lock,
        isNew ? () -> disk.deleteDirectory(path) : () -> {},
        directory);
  }

  /**
   * Sees to it that a directory is marked, durably. The mark goes last, so it must be there first.
   */
  public static void mark(Directory directory) throws IOException {
    if (!directory.exists(FileNames.UNFINISHED)) {
      directory.create(FileNames.UNFINISHED).close();
    }
    directory.force();
  }

  /** Does step after step; after one that fails only what lets go. */
  private static void undo(Throwable reason, Closeable... steps) {
    boolean goesOn = true;
    for (Closeable step : steps) {
      if (goesOn || step instanceof DirectoryLock || step instanceof Directory) {
        goesOn &= Aftermath.of(reason, step::close);
      }
    }
  }
}
