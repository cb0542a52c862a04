package dev.malkoha.engine.commit;

import java.util.Arrays;

/**
 * How much of a batch is of which keyspace: operations and bytes. Nearly always there is one.
 *
 * <p>Not for use by several threads at once.
 */
public final class BatchShares {

  private long[] keyspaces = new long[1];
  private int[] operations = new int[1];
  private long[] bytes = new long[1];
  private int size;
  private int last;

  /** Creates the shares of an empty batch. */
  BatchShares() {}

  /** How many keyspaces there are. */
  public int size() {
    return size;
  }

  /** The keyspace at an index, in the order of their first operations. */
  public long keyspace(int index) {
    return keyspaces[index];
  }

  /** How many operations are of the keyspace at an index. */
  public int operations(int index) {
    return operations[index];
  }

  /** How many bytes the operations of the keyspace at an index take. */
  public long bytes(int index) {
    return bytes[index];
  }

  /** The keyspace of the last operation; the default one's number before the first. */
  long current() {
    return size == 0 ? 0 : keyspaces[last];
  }

  void clear() {
    size = 0;
    last = 0;
  }

  /** Adds an operation. */
  void add(long keyspace, long length) {
    if (size == 0 || keyspaces[last] != keyspace) {
      last = find(keyspace);
    }
    operations[last]++;
    bytes[last] += length;
  }

  private int find(long keyspace) {
    for (int i = 0; i < size; i++) {
      if (keyspaces[i] == keyspace) {
        return i;
      }
    }
    if (size == keyspaces.length) {
      keyspaces = Arrays.copyOf(keyspaces, 2 * size);
      operations = Arrays.copyOf(operations, 2 * size);
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    keyspaces[size] = keyspace;
    operations[size] = 0;
    bytes[size] = 0;
    return size++;
  }

  /**
   * Counts again, and checks the batch on the way.
   *
   * @throws IllegalArgumentException if the bytes are no well-formed batch
   */
  void count(byte[] batch, int length) {
    clear();
    BatchFormat.Reader reader = new BatchFormat.Reader(batch, 0, length);
    for (int before = BatchFormat.HEADER_BYTES; reader.next(); before = reader.position()) {
      add(reader.keyspace(), reader.position() - before);
    }
  }
}
