package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.DirectoryMovedException;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open directory of a {@link SimulatedDisk}. */
final class SimulatedDirectory implements Directory {

  private final SimulatedProcess process;
  private final SimulatedDisk disk;
  private final Path path;
  private volatile @Nullable SimulatedLock held;
  private volatile boolean closed;

  SimulatedDirectory(SimulatedProcess process, Path path) {
    this.process = process;
    this.disk = process.disk();
    this.path = path;
    process.opened(this);
  }

  @Override
  public Path path() {
    return path;
  }

  /** The file appears, or is found, by one call; it is locked by another, which never fails. */
  @Override
  public DirectoryLock lock(String name) throws IOException {
    while (true) {
      Inode file = process.call(CallKind.LOCK, check(name), call -> lockFile(name));
      process.beforeCall();
      SimulatedLock lock = locked(name, file);
      if (lock != null) {
        held = lock;
        return lock;
      }
    }
  }

  private Inode lockFile(String name) throws IOException {
    DirectoryState now = disk.stateAt(path);
    return now.has(name) ? now.get(name) : newEntry(now, name);
  }

  @Override
  public DirectoryLock lockExisting(String name) throws IOException {
    return process.call(
        CallKind.LOCK_EXISTING,
        check(name),
        call -> {
          DirectoryState now = disk.stateAt(path);
          SimulatedLock lock = now.has(name) ? locked(name, now.get(name)) : null;
          held = lock;
          return lock == null ? () -> {} : lock;
        });
  }

  /** Null if the file has lost its name: the lock would keep nobody out. */
  private @Nullable SimulatedLock locked(String name, Inode file) throws IOException {
    synchronized (disk) {
      SimulatedLock lock = disk.lock(process, path.resolve(name), file);
      if (lock == null) {
        throw new DirectoryLockedException("directory " + path + " is in use: close it first");
      }
      if (disk.trustsLocks() || disk.hasFile(path, name, file)) {
        process.locked(disk.stateAt(path));
        return lock;
      }
      lock.close();
      return null;
    }
  }

  @Override
  public void requireInPlace() throws IOException {
    checkOpen();
    process.call(CallKind.EXISTS, ".", call -> state());
  }

  /** The directory at the path now; refused if it is not the locked one. */
  private DirectoryState state() throws IOException {
    SimulatedLock lock = held;
    if (lock != null && !lock.isInPlace(path)) {
      throw new DirectoryMovedException(path);
    }
    return disk.stateAt(path);
  }

  @Override
  public WritableFile create(String name) throws IOException {
    Inode inode = process.call(CallKind.CREATE, check(name), call -> newEntry(state(), name));
    return new SimulatedWritableFile(process, name, inode);
  }

  private Inode newEntry(DirectoryState state, String name) throws IOException {
    if (state.has(name)) {
      throw new FileAlreadyExistsException(name);
    }
    Inode inode = disk.newInode();
    state.change(null, name, inode);
    return inode;
  }

  @Override
  public WritableFile append(String name) throws IOException {
    Inode inode = process.call(CallKind.OPEN, check(name), call -> state().get(name));
    return new SimulatedWritableFile(process, name, inode);
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    Inode inode = process.call(CallKind.OPEN, check(name), call -> state().get(name));
    return new SimulatedReadableFile(process, name, inode);
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    check(name);
    if (size <= 0) {
      throw new IllegalArgumentException("a file to be mapped needs a size, not " + size);
    }
    Inode inode = process.call(CallKind.ALLOCATE, name, 0, size, call -> newEntry(state(), name));
    try {
      process.call(CallKind.ALLOCATE_WRITE, name, 0, size, call -> writeZeros(inode, size));
      process.force(CallKind.ALLOCATE_FORCE, name, inode, 0, size);
    } catch (SimulatedProcess.KilledError e) {
      throw e; // it cleans up nothing any more
    } catch (IOException | Error e) {
      synchronized (disk) {
        state().change(name, null, inode);
      }
      throw e;
    }
    return new SimulatedMappedFile(process, name, inode);
  }

  private boolean writeZeros(Inode inode, long size) throws IOException {
    long free = disk.freeBytes();
    inode.grow(Math.min(size, free));
    if (size > free) {
      throw Fault.noSpace("");
    }
    return true;
  }

  @Override
  public MappedFile map(String name) throws IOException {
    Inode inode = process.call(CallKind.MAP, check(name), call -> state().get(name));
    return new SimulatedMappedFile(process, name, inode);
  }

  @Override
  public List<String> list() throws IOException {
    checkOpen();
    return process.call(
        CallKind.LIST,
        ".",
        call ->
            new ArrayList<>(
                state().entries().keySet().stream().filter(name -> !name.contains("/")).toList()));
  }

  @Override
  public boolean exists(String name) throws IOException {
    return process.call(
        CallKind.EXISTS,
        check(name),
        call -> (held != null || disk.hasDirectory(path)) && state().has(name));
  }

  @Override
  public long size(String name) throws IOException {
    return process.call(CallKind.SIZE, check(name), call -> state().get(name).size());
  }

  @Override
  public void rename(String from, String to) throws IOException {
    check(from);
    check(to);
    process.call(
        CallKind.RENAME,
        from + " -> " + to,
        call -> {
          DirectoryState state = state();
          Inode inode = state.get(from);
          if (!from.equals(to)) {
            state.change(from, to, inode);
          }
          return true;
        });
  }

  @Override
  public boolean link(String name, Directory to) throws IOException {
    check(name);
    if (to.exists(name)) {
      throw new FileAlreadyExistsException(to.path().resolve(name).toString());
    }
    return process.call(
        CallKind.LINK,
        name + " -> " + to.path(),
        call -> {
          DirectoryState state = state();
          Inode inode = state.get(name);
          if (disk.refusesLinks()) {
            return false;
          }
          process.requireInPlace(to.path());
          disk.stateAt(to.path()).change(null, name, inode);
          return true;
        });
  }

  /** The subdirectory is a part of the names: {@link #list} shows none that has it. */
  @Override
  public String setAside(String name) throws IOException {
    return process.call(
        CallKind.SET_ASIDE,
        check(name),
        call -> {
          DirectoryState state = state();
          Inode inode = state.get(name);
          String target = SET_ASIDE + "/" + name;
          for (int copy = 1; state.has(target); copy++) {
            target = SET_ASIDE + "/" + name + "." + copy;
          }
          state.change(name, target, inode);
          return target;
        });
  }

  @Override
  public void delete(String name) throws IOException {
    process.call(
        CallKind.DELETE,
        check(name),
        call -> {
          DirectoryState state = state();
          state.change(name, null, state.get(name));
          return true;
        });
  }

  @Override
  public void force() throws IOException {
    checkOpen();
    process.call(
        CallKind.DIRECTORY_FORCE,
        ".",
        call -> {
          if (!disk.ignoresDirectoryForces()) {
            state().force();
          }
          return true;
        });
  }

  @Override
  public void close() {
    closed = true;
    process.closed(this);
  }

  private String check(String name) {
    checkOpen();
    return Directory.plain(name);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("directory " + path + " is closed");
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
