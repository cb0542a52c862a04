package dev.malkoha.engine;

/**
 * A moment of the store that reads can refer to until it is closed. Any thread.
 *
 * <p>An open snapshot keeps what it sees on disk, also what has been deleted or overwritten since.
 * One that is forgotten is closed when the garbage collector finds it, and a warning logged.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Snapshot extends Reads, AutoCloseable {

  /**
   * The reads of another map at this moment; where it was made later, it is empty.
   *
   * @throws IllegalArgumentException if the map is of another store
   */
  Reads in(MapReads map);

  /** The number of the last write that the snapshot sees; 0 before the first. */
  long sequence();

  /** Lets go of the moment. May be called more than once, and after the store was closed. */
  @Override
  void close();
}
