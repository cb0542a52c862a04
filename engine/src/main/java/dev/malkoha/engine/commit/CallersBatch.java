package dev.malkoha.engine.commit;

import dev.malkoha.engine.base.Operations;
import java.util.ConcurrentModificationException;

/**
 * A batch that belongs to a caller, who may be changing it in another thread, and the numbers of
 * the keyspaces that it names. Sizes are as they were when it was made.
 */
public final class CallersBatch {

  private final Operations<?> operations;
  private final long[] keyspaces;
  private final BatchShares shares = new BatchShares();

  /**
   * Creates one.
   *
   * @param keyspaces the numbers of those that the operations name, in their order
   */
  public CallersBatch(Operations<?> operations, long[] keyspaces) {
    this.operations = operations;
    this.keyspaces = keyspaces;
    for (int i = 0; i < keyspaces.length; i++) {
      shares.add(keyspaces[i], operations.bytesOf(i));
    }
  }

  /** How many operations it has now. */
  public int count() {
    return operations.count();
  }

  /** The bytes that its operations take now. */
  int length() {
    return operations.length();
  }

  /** How many bytes are of which keyspace that it names, the default one included. */
  public BatchShares shares() {
    return shares;
  }

  /**
   * Appends to a batch what this one holds, unchecked: of one that is being changed it may be
   * anything, or end in an {@link IndexOutOfBoundsException}.
   *
   * @param length the bytes of its operations
   */
  void encode(int length, BatchFormat.Writer to) {
    byte[] from = operations.bytes();
    int start = 0;
    for (int run = 0; run < operations.runs(); run++) {
      int end = operations.start(run);
      to.append(from, start, end);
      to.name(keyspaces[operations.keyspace(run)]);
      start = end;
    }
    to.append(from, start, length);
  }

  /** That it was changed meanwhile. */
  static ConcurrentModificationException changed(Exception cause) {
    return new ConcurrentModificationException(
        "the batch was changed while it was written, and nothing of it was: use a batch in one"
            + " thread at a time",
        cause);
  }
}
