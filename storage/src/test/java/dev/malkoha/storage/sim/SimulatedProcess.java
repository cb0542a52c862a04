package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryMovedException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One of the processes that use a simulated disk: what it has locked is locked for the others, and
 * it may be killed while they live. It sees the same files as they do.
 */
public final class SimulatedProcess implements DiskAround {

  /** Ends the calls of a process that was killed. */
  public static final class KilledError extends Error {

    private static final long serialVersionUID = 1L;

    private KilledError() {
      super("the process was killed");
    }
  }

  private final SimulatedDisk disk;
  private final Runnable beforeCalls;

  /** Paths and files of the locks that it holds, as a process keeps them for itself. */
  private final Set<Object> held = new HashSet<>();

  private final Set<Object> handles = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable Object lastLocked;
  private boolean killed;

  SimulatedProcess(SimulatedDisk disk, Runnable beforeCalls) {
    this.disk = disk;
    this.beforeCalls = beforeCalls;
  }

  @Override
  public SimulatedDisk disk() {
    return disk;
  }

  /**
   * Ends the process where it is. Its locks go; what it has written stays, and none of it has
   * become durable. Whatever it still calls throws, and what it still writes to memory is lost.
   */
  public void kill() {
    synchronized (disk) {
      killed = true;
      for (Object handle : Set.copyOf(handles)) {
        if (handle instanceof SimulatedLock lock) {
          lock.close();
        } else if (handle instanceof SimulatedMappedFile file) {
          file.inode.leaveMemory();
        }
        closed(handle);
      }
    }
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    call(CallKind.OPEN_DIRECTORY, ".", call -> disk.stateOf(absolute));
    return new SimulatedDirectory(this, absolute);
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    if (!isDirectory(path)) {
      throw new NoSuchFileException(path + " is not a directory");
    }
    Path absolute = path.toAbsolutePath().normalize();
    call(CallKind.OPEN_DIRECTORY, ".", call -> disk.stateAt(absolute));
    return new SimulatedDirectory(this, absolute);
  }

  @Override
  public boolean isDirectory(Path path) {
    beforeCall();
    return disk.hasDirectory(path.toAbsolutePath().normalize());
  }

  @Override
  public List<String> directories(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    return call(CallKind.LIST_DIRECTORIES, ".", call -> List.copyOf(disk.subdirectories(absolute)));
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    call(CallKind.DELETE_DIRECTORY, absolute.toString(), call -> disk.delete(absolute));
  }

  // For its files and directories.

  <T extends @Nullable Object> T call(CallKind kind, String name, CallGate.Effect<T> effect)
      throws IOException {
    return call(kind, name, 0, 0, effect);
  }

  <T extends @Nullable Object> T call(
      CallKind kind, String name, long offset, long length, CallGate.Effect<T> effect)
      throws IOException {
    beforeCall();
    return disk.call(kind, name, offset, length, effect);
  }

  void force(CallKind kind, String name, Inode inode, long offset, long length) throws IOException {
    beforeCall();
    disk.force(kind, name, inode, offset, length);
  }

  /** Another process may come in between. */
  void beforeCall() {
    beforeCalls.run();
    synchronized (disk) {
      if (killed) {
        throw new KilledError();
      }
    }
  }

  void opened(Object handle) {
    synchronized (disk) {
      handles.add(handle);
      disk.opened(handle);
    }
  }

  void closed(Object handle) {
    synchronized (disk) {
      handles.remove(handle);
      disk.closed(handle);
    }
  }

  /** The directory that it has locked last, as {@link SimulatedDisk#directoryAt} tells it. */
  public Object lastLocked() {
    synchronized (disk) {
      return Objects.requireNonNull(lastLocked, "nothing was locked");
    }
  }

  /** Refuses a directory that it has locked and that is elsewhere now. Under the disk's monitor. */
  void requireInPlace(Path directory) throws DirectoryMovedException {
    for (Object handle : handles) {
      if (handle instanceof SimulatedLock lock
          && lock.isOf(directory)
          && !lock.isInPlace(directory)) {
        throw new DirectoryMovedException(directory);
      }
    }
  }

  void locked(DirectoryState directory) {
    lastLocked = directory;
  }

  /** Notes a lock; false if it holds one on that path or file. Under the disk's monitor. */
  boolean hold(Path path, Inode inode) {
    return Collections.disjoint(held, Set.of(path, inode)) && held.addAll(Set.of(path, inode));
  }

  void letGo(Path path, Inode inode) {
    held.removeAll(Set.of(path, inode));
  }
}
