package dev.malkoha.storage.sim;

import dev.malkoha.storage.DirectoryLock;
import java.nio.file.Path;

/**
 * A lock that a process holds on a file, whatever the file is called by now. It does not survive a
 * crash or a kill.
 */
final class SimulatedLock implements DirectoryLock {

  private final SimulatedProcess process;
  private final Path path;
  private final Inode inode;
  private boolean released;

  SimulatedLock(SimulatedProcess process, Path path, Inode inode) {
    this.process = process;
    this.path = path;
    this.inode = inode;
    process.opened(this);
  }

  boolean isOf(Path directory) {
    return directory.equals(path.getParent());
  }

  /** Whether the file still has its name in the directory at a path; true once it is released. */
  boolean isInPlace(Path directory) {
    return released || process.disk().hasFile(directory, toString(), inode);
  }

  @Override
  public void close() {
    synchronized (process.disk()) {
      if (!released) {
        released = true;
        process.letGo(path, inode);
        process.disk().unlock(inode);
        process.closed(this);
      }
    }
  }

  @Override
  public String toString() {
    return String.valueOf(path.getFileName());
  }
}
