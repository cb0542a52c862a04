package dev.malkoha.storage.sim;

import dev.malkoha.storage.DirectoryLock;

/** A held claim on a simulated directory; it does not survive a crash or a kill. */
final class SimulatedLock implements DirectoryLock {

  private final SimulatedDisk disk;
  private final DirectoryState state;
  private final String name;
  private boolean released;

  SimulatedLock(SimulatedDisk disk, DirectoryState state, String name) {
    this.disk = disk;
    this.state = state;
    this.name = name;
    disk.opened(this);
  }

  @Override
  public void close() {
    synchronized (disk) {
      if (!released) {
        released = true;
        state.unlock(name);
        disk.closed(this);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
