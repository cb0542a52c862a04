package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.PlainName;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An open directory of a {@link SimulatedDisk}. */
final class SimulatedDirectory implements Directory {

  private final SimulatedDisk disk;
  private final Path path;
  private final DirectoryState state;
  private volatile boolean closed;

  SimulatedDirectory(SimulatedDisk disk, Path path, DirectoryState state) {
    this.disk = disk;
    this.path = path;
    this.state = state;
    disk.opened(this);
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public DirectoryLock lock(String name) throws IOException {
    return disk.call(
        CallKind.LOCK,
        check(name),
        call -> {
          if (!state.has(name)) {
            state.change(null, name, disk.newInode());
          }
          return held(name);
        });
  }

  @Override
  public DirectoryLock lockExisting(String name) throws IOException {
    return disk.call(
        CallKind.LOCK_EXISTING, check(name), call -> state.has(name) ? held(name) : () -> {});
  }

  private DirectoryLock held(String name) throws IOException {
    if (!state.lock(name)) {
      throw new DirectoryLockedException("directory " + path + " is in use: close it first");
    }
    return new SimulatedLock(disk, state, name);
  }

  @Override
  public WritableFile create(String name) throws IOException {
    Inode inode = disk.call(CallKind.CREATE, check(name), call -> newEntry(name));
    return new SimulatedWritableFile(disk, name, inode);
  }

  private Inode newEntry(String name) throws IOException {
    if (state.has(name)) {
      throw new FileAlreadyExistsException(name);
    }
    Inode inode = disk.newInode();
    state.change(null, name, inode);
    return inode;
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    Inode inode = disk.call(CallKind.OPEN, check(name), call -> state.get(name));
    return new SimulatedReadableFile(disk, name, inode);
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    check(name);
    if (size <= 0) {
      throw new IllegalArgumentException("a file to be mapped needs a size, not " + size);
    }
    Inode inode = disk.call(CallKind.ALLOCATE, name, 0, size, call -> newEntry(name));
    try {
      disk.call(CallKind.ALLOCATE_WRITE, name, 0, size, call -> writeZeros(inode, size));
      disk.force(CallKind.ALLOCATE_FORCE, name, inode, 0, size);
    } catch (IOException | Error e) {
      synchronized (disk) {
        state.change(name, null, inode);
      }
      throw e;
    }
    return new SimulatedMappedFile(disk, name, inode);
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
    Inode inode = disk.call(CallKind.MAP, check(name), call -> state.get(name));
    return new SimulatedMappedFile(disk, name, inode);
  }

  @Override
  public List<String> list() throws IOException {
    checkOpen();
    return disk.call(
        CallKind.LIST,
        ".",
        call ->
            new ArrayList<>(
                state.entries().keySet().stream().filter(name -> !name.contains("/")).toList()));
  }

  @Override
  public boolean exists(String name) throws IOException {
    return disk.call(CallKind.EXISTS, check(name), call -> state.has(name));
  }

  @Override
  public long size(String name) throws IOException {
    return disk.call(CallKind.SIZE, check(name), call -> state.get(name).size());
  }

  @Override
  public void rename(String from, String to) throws IOException {
    check(from);
    check(to);
    disk.call(
        CallKind.RENAME,
        from + " -> " + to,
        call -> {
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
    return disk.call(
        CallKind.LINK,
        name + " -> " + to.path(),
        call -> {
          Inode inode = state.get(name);
          if (disk.refusesLinks()) {
            return false;
          }
          disk.stateAt(to.path()).change(null, name, inode);
          return true;
        });
  }

  /** The subdirectory is a part of the names: {@link #list} shows none that has it. */
  @Override
  public String setAside(String name) throws IOException {
    return disk.call(
        CallKind.SET_ASIDE,
        check(name),
        call -> {
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
    disk.call(
        CallKind.DELETE,
        check(name),
        call -> {
          state.change(name, null, state.get(name));
          return true;
        });
  }

  @Override
  public void force() throws IOException {
    checkOpen();
    disk.call(
        CallKind.DIRECTORY_FORCE,
        ".",
        call -> {
          if (!disk.ignoresDirectoryForces()) {
            state.force();
          }
          return true;
        });
  }

  @Override
  public void close() {
    closed = true;
    disk.closed(this);
  }

  private String check(String name) {
    checkOpen();
    return PlainName.check(name);
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
