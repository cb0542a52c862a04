package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A directory claimed by an operating-system lock on a file, and within this process by properties.
 *
 * <p>Both are needed: the system's lock does not exclude two opens in one process, and on POSIX
 * closing <em>any</em> channel on the file drops it. So the file is claimed first, under a name
 * that does not depend on how the caller spelt the path, and opened only by who won. Several class
 * loaders of a process may have this class, and all of them have the same system properties. Other
 * code of this process may still drop the lock: then {@link LockOwner} keeps other processes out.
 *
 * <p>A lock on a file that has lost its name excludes nobody. So only the holder removes the file,
 * as the last thing that it does there. A process that has locked a file checks that the name still
 * means this file.
 */
final class HeldLock implements DirectoryLock {

  /** Has an entry for each real path and file key of a held lock file. Guarded by itself. */
  private static final Properties PROCESS = System.getProperties();

  private static final String CLAIM = "malkoha.held.";

  /** Tells this process from one that handed its properties on to it. */
  private static final String ME =
      ProcessHandle.current().pid()
          + " "
          + ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH);

  private static final int TRIES_MAX = 100;

  private final Path file;
  private final Set<String> claims;
  private final FileLock lock;
  private final LockOwner owner;
  private volatile boolean released;

  private HeldLock(Path file, Set<String> claims, FileLock lock, LockOwner owner) {
    this.file = file;
    this.claims = claims;
    this.lock = lock;
    this.owner = owner;
  }

  /** Takes a lock file, which is made if it is not there, and has it name this process. */
  static HeldLock acquire(Path directory, Path file) throws IOException {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      try {
        FileActions.createFile(file);
      } catch (FileAlreadyExistsException e) {
        // An earlier holder's, or that of another one.
      }
      HeldLock taken = acquire(directory, file, true);
      if (taken != null) {
        return taken;
      }
    }
    throw held(directory, "its lock file is removed again and again; try again later");
  }

  /**
   * Takes a lock file that is there; null if it has gone, or lost its name before it was locked.
   *
   * @param writes whether the file is to name this process; if not, one that may not be written to
   *     is locked for reading
   */
  static @Nullable HeldLock acquire(Path directory, Path file, boolean writes) throws IOException {
    try {
      return OwnThread.call(() -> acquireAlone(directory, file, writes));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static HeldLock acquireAlone(Path directory, Path file, boolean writes)
      throws IOException {
    Object key = key(file);
    Set<String> claims = key == null ? Set.of(CLAIM + file) : Set.of(CLAIM + file, CLAIM + key);
    claim(directory, claims);
    try {
      LockOwner owner = LockOwner.of(ProcessHandle.current(), String.valueOf(key));
      HeldLock taken = new HeldLock(file, claims, openLocked(directory, file, writes), owner);
      taken.confirm(directory, writes);
      return taken;
    } catch (IOException | RuntimeException | Error e) {
      claims.forEach(PROCESS::remove);
      throw e;
    }
  }

  /** All are made, or none. */
  private static void claim(Path directory, Set<String> claims) throws IOException {
    synchronized (PROCESS) {
      if (claims.stream().map(PROCESS::getProperty).anyMatch(ME::equals)) {
        throw held(directory, "this process has it open already; share that one or close it first");
      }
      claims.forEach(claim -> PROCESS.setProperty(claim, ME));
    }
  }

  /** The key tells the same file under two mounts, the path a file that was replaced. */
  private static @Nullable Object key(Path file) throws IOException {
    return FileActions.requireRegular(file).fileKey();
  }

  /** Sees to it that the locked file is the one that was meant, and no other process's. */
  private void confirm(Path directory, boolean writes) throws IOException {
    try {
      if (!isInPlace()) {
        throw new NoSuchFileException(file.toString());
      }
      own(directory, writes);
    } catch (IOException | RuntimeException | Error e) {
      channel().close();
      throw e;
    }
  }

  private void own(Path directory, boolean writes) throws IOException {
    LockOwner before = LockOwner.read(channel());
    if (before != null && before.keepsOut(owner)) {
      String named = "process " + before.pid() + " has it open, as " + file.getFileName() + " says";
      throw held(
          directory,
          named + "; stop that process first. If it has nothing to do with it, empty that file");
    }
    try {
      if (writes) {
        owner.write(channel());
      }
    } catch (IOException e) {
      throw NoSpaceException.reason(e, file, 0);
    }
  }

  /** The system grants a lock that excludes all others only to those who may write. */
  private static FileLock openLocked(Path directory, Path file, boolean writes) throws IOException {
    try {
      return lock(FileChannel.open(file, READ, WRITE, NOFOLLOW_LINKS), directory, false);
    } catch (FileSystemException e) { // no right to, or a file system mounted for reading
      if (writes) {
        throw e;
      }
      return lock(FileChannel.open(file, READ, NOFOLLOW_LINKS), directory, true);
    }
  }

  private static FileLock lock(FileChannel channel, Path directory, boolean shared)
      throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException e) {
      // Other code of this process locked the file; to us that is as good as another process.
    } catch (IOException e) {
      throw FileActions.naming(directory, e);
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock == null) {
      throw held(directory, "another process has it open; stop that process first");
    }
    return lock;
  }

  private static DirectoryLockedException held(Path directory, String why) {
    return new DirectoryLockedException("directory " + directory + " is in use: " + why);
  }

  private FileChannel channel() {
    return (FileChannel) lock.acquiredBy();
  }

  /** Whether the file still has the name that it was locked by; true once it is released. */
  boolean isInPlace() throws IOException {
    try {
      Object key = released ? null : key(file);
      return key == null || claims.contains(CLAIM + key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    OwnThread.call(
        () -> {
          synchronized (this) {
            if (!released) {
              released = true;
              release();
            }
          }
          return true;
        });
  }

  /** The file names nobody any more, unless it names somebody else. */
  @SuppressWarnings("try") // the resource is named only to be closed
  private void release() throws IOException {
    try (FileChannel channel = channel()) {
      if (!lock.isShared() && owner.equals(LockOwner.read(channel))) {
        channel.truncate(0);
      }
    } finally {
      claims.forEach(PROCESS::remove);
    }
  }
}
