package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A directory claimed by an operating-system lock on a file, and within this process by a set.
 *
 * <p>Both are needed: the system's lock does not exclude two opens in one process, and on POSIX
 * closing <em>any</em> channel on the file drops it. So the set is asked first, under a name that
 * does not depend on how the caller spelt the path, and the file is opened only by who won. The
 * file is never deleted: a second process could hold a lock on the deleted one.
 */
final class HeldLock implements DirectoryLock {

  /** Real paths and file keys of the lock files held by this process. Guarded by itself. */
  private static final Set<Object> HELD = new HashSet<>();

  private final Set<Object> claims;
  private final FileLock lock;
  private boolean released;

  private HeldLock(Set<Object> claims, FileLock lock) {
    this.claims = claims;
    this.lock = lock;
  }

  static HeldLock acquire(Path directory, Path file) throws IOException {
    try {
      FileActions.createFile(file);
    } catch (FileAlreadyExistsException e) {
      // Left by an earlier holder, as it should be.
    }
    return acquire(directory, file, () -> openLocked(directory, file));
  }

  /** Takes a lock file that is there; for reading, if it may not be written to. */
  static HeldLock acquireExisting(Path directory, Path file) throws IOException {
    return acquire(directory, file, () -> openExclusiveOrShared(directory, file));
  }

  private interface Locking {
    FileLock lock() throws IOException;
  }

  private static HeldLock acquire(Path directory, Path file, Locking locking) throws IOException {
    synchronized (HELD) {
      Set<Object> claims = claims(file);
      if (!Collections.disjoint(HELD, claims)) {
        throw held(directory, "this process has it open already; share that one or close it first");
      }
      FileLock lock = locking.lock();
      HELD.addAll(claims);
      return new HeldLock(claims, lock);
    }
  }

  /** The file's key tells the same file under two mounts, the path a file that was replaced. */
  private static Set<Object> claims(Path file) throws IOException {
    Object key = FileActions.requireRegular(file).fileKey();
    return key == null ? Set.of(file) : Set.of(file, key);
  }

  private static FileLock openLocked(Path directory, Path file) throws IOException {
    return openLocked(directory, file, StandardOpenOption.WRITE);
  }

  /** The system grants a lock that excludes all others only to those who may write. */
  private static FileLock openExclusiveOrShared(Path directory, Path file) throws IOException {
    try {
      return openLocked(directory, file);
    } catch (FileSystemException e) { // no right to, or a file system mounted for reading
      return openLocked(directory, file, StandardOpenOption.READ);
    }
  }

  private static FileLock openLocked(Path directory, Path file, StandardOpenOption access)
      throws IOException {
    boolean shared = access == StandardOpenOption.READ;
    FileChannel channel = OwnThread.call(() -> FileChannel.open(file, access, NOFOLLOW_LINKS));
    try {
      return OwnThread.call(() -> lock(channel, directory, shared));
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static FileLock lock(FileChannel channel, Path directory, boolean shared)
      throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException e) {
      // Other code of this process locked the file; to us that is as good as another process.
    }
    if (lock == null) {
      throw held(directory, "another process has it open; stop that process first");
    }
    return lock;
  }

  private static DirectoryLockedException held(Path directory, String why) {
    return new DirectoryLockedException("directory " + directory + " is in use: " + why);
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (released) {
        return;
      }
      released = true;
      try {
        lock.acquiredBy().close();
      } finally {
        HELD.removeAll(claims);
      }
    }
  }
}
