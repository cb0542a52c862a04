package dev.malkoha.cli;

/** Where a long job tells how far it is. Never called inside a timed section. */
public interface Progress {

  /** Tells nobody. */
  Progress SILENT = (name, operations) -> new Task() {};

  /** Starts a part of the job that is known to take {@code operations} operations. */
  Task start(String name, long operations);

  /** The same, with a prefix before each part's name. */
  default Progress named(String prefix) {
    return (name, operations) -> start(prefix + " " + name, operations);
  }

  /** A part that is under way, until it is closed. */
  interface Task extends AutoCloseable {

    /** Notes that {@code operations} more are done. */
    default void advance(long operations) {}

    @Override
    default void close() {}
  }
}
