package dev.malkoha.engine.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * An open store as the public API uses it: one that reads and writes, or one that only reads.
 *
 * <p>Any number of threads. After {@link #close} every method throws {@link IllegalStateException},
 * but for those that tell of the opening.
 */
public sealed interface OpenStore extends Closeable permits Store, ReadOnlyStore {

  /** Answers reads. */
  StoreReader reader();

  /**
   * Takes writes.
   *
   * @throws UnsupportedOperationException if the store was opened read-only
   */
  Store writer();

  /** Whether the store was opened read-only. */
  boolean isReadOnly();

  /** The options stored with the data, as text. */
  String storedOptions();

  /** What was found to be wrong when the store was opened. */
  List<String> problems();

  /** Waits until no flush or compaction runs or is due. */
  void awaitIdle();

  /** What the store counts and holds. */
  StoreFigures figures();

  /**
   * Waits for running calls and closes everything. May be called more than once, also at the same
   * time: each call returns when all is closed.
   */
  @Override
  void close() throws IOException;
}
