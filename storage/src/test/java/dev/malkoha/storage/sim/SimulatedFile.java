package dev.malkoha.storage.sim;

/** What the three kinds of open simulated files have in common. */
abstract class SimulatedFile {

  final SimulatedDisk disk;
  final Inode inode;
  private final String name;
  private volatile boolean closed;

  SimulatedFile(SimulatedDisk disk, String name, Inode inode) {
    this.disk = disk;
    this.name = name;
    this.inode = inode;
    disk.opened(this);
  }

  public final String name() {
    return name;
  }

  public final void close() {
    closed = true;
    disk.closed(this);
  }

  final void checkOpen() {
    if (closed) {
      throw new IllegalStateException("file " + name + " is closed");
    }
  }

  @Override
  public final String toString() {
    return name;
  }
}
