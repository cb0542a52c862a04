package dev.malkoha.engine.checkpoint;

import module java.base;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;

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
  private final Directory directory;
  private final DirectoryLock lock;
  private int linked;
  private int copied;
  private long copiedBytes;

  private UnfinishedStore(Disk disk, Directory directory, DirectoryLock lock) {
    this.disk = disk;
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Fills a directory, which is made if it is not there. What an earlier attempt left in it is
   * removed; if this one fails, nothing of it is left.
   *
   * @throws IllegalArgumentException if there is anything else in it
   * @throws DirectoryLockedException if somebody is at it
   */
  static <T> T make(Disk disk, Path path, IoFunction<UnfinishedStore, T> filling)
      throws IOException {
    boolean isNew = !disk.isDirectory(path);
    try (Directory directory = disk.openDirectory(path)) {
      requireOurs(disk, directory); // before the lock makes a file
      UnfinishedStore to = new UnfinishedStore(disk, directory, directory.lock(FileNames.LOCK));
      try (to.lock) {
        return fill(to, filling);
      } catch (IOException | RuntimeException | Error e) {
        if (isNew) {
          Aftermath.of(e, () -> disk.deleteDirectory(path));
        }
        throw e;
      }
    }
  }

  private static <T> T fill(UnfinishedStore to, IoFunction<UnfinishedStore, T> filling)
      throws IOException {
    boolean isOurs = false;
    try {
      requireOurs(to.disk, to.directory);
      isOurs = true;
      to.begin();
      T made = filling.apply(to);
      to.finish();
      return made;
    } catch (IOException | RuntimeException | Error e) {
      Aftermath.of(e, isOurs ? to::remove : to::deleteLock);
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
        UnfinishedStore rest = new UnfinishedStore(disk, directory, lock);
        rest.begin();
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
    Path aside = directory.path().resolve(Directory.SET_ASIDE);
    if (disk.directories(directory.path()).contains(Directory.SET_ASIDE)) {
      try (Directory files = disk.openExisting(aside)) {
        for (String name : files.list()) {
          files.delete(name);
        }
      }
      disk.deleteDirectory(aside);
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

  /**
   * Marks the directory, and removes what is there of a store: CURRENT first, so that a reader
   * beside does not take the rest for damage.
   */
  private void begin() throws IOException {
    mark(directory);
    List<String> made = new ArrayList<>(directory.list());
    made.removeIf(name -> !isMade(name));
    made.sort(Comparator.comparing(name -> !name.equals(FileNames.CURRENT)));
    for (String name : made) {
      directory.delete(name);
    }
  }

  /** Removes all that was made. */
  private void remove() throws IOException {
    begin();
    finish();
  }

  Directory directory() {
    return directory;
  }

  /** The work that it took so far. */
  Checkpoint.Work work() {
    return new Checkpoint.Work(linked, copied, copiedBytes);
  }

  /** Counts a file that was written here. */
  void wrote(long bytes) {
    copied++;
    copiedBytes += bytes;
  }

  /**
   * Gives a file a name here as well, or makes a copy of it.
   *
   * @param found the file's name there
   * @param mayLink whether it never changes
   * @param check is asked now and then, and throws if it is of no use to go on
   * @return whether it is the file that was described, as far as its bytes were read
   */
  boolean add(Directory from, String found, Checkpoint.File file, boolean mayLink, Runnable check)
      throws IOException {
    if (mayLink && from.link(found, directory)) {
      if (!found.equals(file.name())) {
        directory.rename(found, file.name());
      }
      linked++;
      return true;
    }
    wrote(file.bytes());
    try (WritableFile target = directory.create(file.name())) {
      int crc = FileList.crc(from, found, target, check);
      target.force();
      return crc == file.crc32c();
    }
  }

  /** Notes that all is there, CURRENT too: from now on an opening finds a store. */
  void finish() throws IOException {
    directory.force();
    directory.delete(FileNames.UNFINISHED);
    directory.force();
    try {
      deleteLock();
    } catch (IOException e) { // one that nobody holds does no harm
      StoreLog.debug("a lock file stays in " + directory.path(), e);
    }
  }

  private void deleteLock() throws IOException {
    directory.delete(FileNames.LOCK);
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
}
