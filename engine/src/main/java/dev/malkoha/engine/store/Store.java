package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An open store: its trees, what they share, and if it is written to, the part that does so. It
 * throws {@link IOException} as the modules below do; the public API translates.
 *
 * <p>Any number of threads. After {@link #close} every method throws {@link IllegalStateException},
 * but for those that tell of the opening, and those of closing.
 */
public final class Store implements Closeable {

  private final Shared shared;
  private final Trees trees;
  private final @Nullable StoreWriter writer;
  private final String storedOptions;
  private final List<String> problems;
  private final List<? extends Closeable> resources;
  private final ReentrantLock closing = new ReentrantLock();

  /** Held while a keyspace is made, changed or dropped. */
  private final ReentrantLock changing = new ReentrantLock();

  private boolean closed;

  /**
   * Creates a store of what has been opened.
   *
   * @param writer null for a store that is only read
   * @param resources what is closed with the store, in this order
   */
  Store(
      Shared shared,
      Trees trees,
      @Nullable StoreWriter writer,
      String storedOptions,
      List<String> problems,
      List<? extends Closeable> resources) {
    this.shared = shared;
    this.trees = trees;
    this.writer = writer;
    this.storedOptions = storedOptions;
    this.problems = problems;
    this.resources = resources;
  }

  /** What is read: one for each keyspace. */
  public Trees trees() {
    return trees;
  }

  /**
   * The tree of a keyspace, which is made where there is none.
   *
   * @param options for a new keyspace, or to change those of one that is there; null to leave these
   *     as they are, and for a new one to be the default one's
   */
  public Tree keyspace(String name, @Nullable DbOptions options) throws IOException {
    checkOpen();
    Tree known = trees.of(name);
    return known != null && options == null ? known : change(name, options);
  }

  private Tree change(String name, @Nullable DbOptions options) throws IOException {
    StoreWriter to = writer();
    changing.lock();
    try {
      Tree known = trees.of(name);
      if (known == null) {
        return to.create(name, options == null ? trees.ofDefault().options() : options);
      }
      if (options != null) {
        to.change(known, options);
      }
      return known;
    } finally {
      changing.unlock();
    }
  }

  /** Drops a keyspace; returns whether there was one. */
  public boolean drop(String name) throws IOException {
    StoreWriter to = writer();
    changing.lock();
    try {
      Tree known = trees.of(name);
      if (known != null) {
        to.drop(known);
      }
      return known != null;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Takes writes.
   *
   * @throws UnsupportedOperationException if the store was opened read-only
   */
  public StoreWriter writer() {
    if (writer == null) {
      checkOpen();
      throw new UnsupportedOperationException(
          "the store was opened read-only: open with Db.open to write");
    }
    return writer;
  }

  /** Whether the store was opened read-only. */
  public boolean isReadOnly() {
    return writer == null;
  }

  /** The options stored with the data, as text. */
  public String storedOptions() {
    return storedOptions;
  }

  /** What was found to be wrong when the store was opened. */
  public List<String> problems() {
    return problems;
  }

  /** Opens a snapshot and returns its sequence number. */
  public long openSnapshot() {
    checkOpen();
    return shared.snapshots().open();
  }

  /** Closes a snapshot. */
  public void closeSnapshot(long sequence) {
    if (shared.snapshots().close(sequence) && writer != null) {
      writer.afterSnapshots(sequence);
    }
  }

  /** Waits until no flush or compaction runs or is due. */
  public void awaitIdle() {
    checkOpen();
    if (writer != null) {
      writer.awaitIdle();
    }
  }

  /** What some of its trees count and hold. */
  public StoreFigures figures(Collection<Tree> which) {
    checkOpen();
    return new StoreFigures(which);
  }

  /** Whether the store is not closed. */
  public boolean isOpen() {
    return shared.health().isOpen();
  }

  /** Throws if the store is closed. */
  public void checkOpen() {
    shared.health().checkOpen();
  }

  /**
   * Waits for running writes, reads and jobs, makes the log durable and closes everything. Cursors
   * still open are of no use afterwards. May be called more than once, also at the same time: each
   * call returns when all is closed. It should be called again where an error ended it, and goes on
   * where it stopped.
   */
  @Override
  public void close() throws IOException {
    closing.lock();
    try {
      if (!closed) {
        closeParts();
        closed = true;
      }
    } finally {
      closing.unlock();
    }
  }

  private void closeParts() throws IOException {
    shared.health().close();
    if (writer != null) {
      writer.awaitCheckpoint();
      writer.stop();
    }
    shared.sections().awaitEarlierReads();
    try {
      if (writer != null) {
        writer.endLog();
      }
    } finally {
      closeAll(resources);
    }
  }

  /** Closes in order, all of them; the first failure is thrown at the end, later ones attached. */
  @SuppressWarnings("try") // what is named only to be closed
  static void closeAll(List<? extends Closeable> parts) throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    try (Closeable last = () -> closeAll(parts.subList(1, parts.size()))) {
      parts.getFirst().close();
    }
  }
}
