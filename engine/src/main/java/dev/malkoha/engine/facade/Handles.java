package dev.malkoha.engine.facade;

import module java.base;

/**
 * The cursors, snapshots and transactions that one store has handed out: one that is forgotten is
 * closed when the garbage collector finds it, and the log tells of the first of them. Any thread.
 *
 * <p>A caller that uses what a handle refers to must keep its owner reachable until that use has
 * ended, see {@link Reference#reachabilityFence}: the garbage collector may find an object
 * forgotten whose last method still runs.
 */
final class Handles {

  private static final Cleaner CLEANER = Cleaner.create();

  private final Path store;
  private final BooleanSupplier isOpen;
  private final Consumer<String> log;
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Creates the handles of a store.
   *
   * @param log is told of the first forgotten handle
   */
  Handles(Path store, BooleanSupplier isOpen, Consumer<String> log) {
    this.store = store;
    this.isOpen = isOpen;
    this.log = log;
  }

  /** What an owner holds of the store until it is closed or forgotten. */
  final class Handle {

    private final String kind;
    private Runnable release;

    /** Run by the garbage collector, too, where it has found the owner forgotten. */
    final Cleaner.Cleanable cleanable;

    private volatile boolean closed;

    private Handle(Object owner, String kind, Runnable release) {
      this.kind = kind;
      this.release = release;
      this.cleanable = CLEANER.register(owner, this::end);
    }

    boolean isClosed() {
      return closed;
    }

    /** Releases what is held, unless that is done. By the owner, which stays reachable so long. */
    void close(Object owner) {
      closed = true;
      try {
        cleanable.clean();
      } finally {
        Reference.reachabilityFence(owner);
      }
    }

    /** A closed store has let go of everything, and its files may be another store's by now. */
    private void end() {
      Runnable last = release;
      release = () -> {}; // an owner that is kept all the same keeps nothing of the store
      if (closed) {
        last.run();
      } else if (isOpen.getAsBoolean()) {
        last.run();
        tell();
      }
    }

    private void tell() {
      if (told.compareAndSet(false, true)) {
        log.accept(
            "a %s of the store %s was never closed, which kept files and deleted data on disk until now: close cursors, snapshots and transactions, best by try-with-resources; no further one is told of"
                .formatted(kind, store));
      }
    }
  }

  /**
   * Hands something out.
   *
   * @param owner by whose end it is forgotten
   * @param kind of what it is, for people
   * @param release lets go of it; must not lead to the owner
   */
  Handle open(Object owner, String kind, Runnable release) {
    return new Handle(owner, kind, release);
  }
}
