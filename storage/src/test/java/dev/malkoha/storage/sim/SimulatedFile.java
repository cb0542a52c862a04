package dev.malkoha.storage.sim;

/** What the three kinds of open simulated files have in common. */
abstract class SimulatedFile {

  final SimulatedProcess process;
  final Inode inode;
  private final String name;
  private volatile boolean closed;

  SimulatedFile(SimulatedProcess process, String name, Inode inode) {
    this.process = process;
    this.name = name;
    this.inode = inode;
    process.opened(this);
  }

  public final String name() {
    return name;
  }

  public final void close() {
    closed = true;
    process.closed(this);
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
