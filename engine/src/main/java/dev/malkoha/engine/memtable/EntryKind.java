package dev.malkoha.engine.memtable;

import dev.malkoha.engine.base.OperationBuffer;

/**
 * What an entry says of its key, and the packing of kind and sequence number into the tag that
 * tables and memtables order by: {@code tag = sequence << 8 | kind}.
 */
public final class EntryKind {

  /** The key is deleted. */
  public static final byte DELETE = OperationBuffer.DELETE;

  /** The key has a value. */
  public static final byte PUT = OperationBuffer.PUT;

  /**
   * A range of keys is deleted: the key is the range's first, the value the first key after it.
   * Only batches hold this kind; tables and the trees of memtables never do.
   */
  public static final byte DELETE_RANGE = OperationBuffer.DELETE_RANGE;

  /**
   * Tables joined that were built beside the store; their entries have this operation's number. It
   * has neither key nor value and changes nothing by itself. Only batches hold this kind.
   */
  public static final byte INGESTION = 3;

  /**
   * The key has a value, which lies in a value file: in the entry's value there is a pointer. Only
   * tables hold this kind.
   */
  public static final byte PUT_APART = 4;

  /** The largest sequence number a tag can hold. */
  public static final long SEQUENCE_MAX = (1L << 56) - 1;

  private static final int KIND_BITS = 8;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  private EntryKind() {}

  /** Packs a sequence number and a kind. */
  public static long tag(long sequence, int kind) {
    return sequence << KIND_BITS | kind;
  }

  /** The largest tag of a sequence number: where a reader at that sequence begins to look. */
  public static long readTag(long sequence) {
    return sequence << KIND_BITS | KIND_MASK;
  }

  /** Whether an entry of a table or memtable says that its key has a value. */
  public static boolean isPut(long tag) {
    return kind(tag) != DELETE;
  }

  /** Whether the value of an entry lies in a value file. */
  public static boolean isApart(long tag) {
    return kind(tag) == PUT_APART;
  }

  /** The sequence number in a tag. */
  public static long sequence(long tag) {
    return tag >>> KIND_BITS;
  }

  /** The kind in a tag. */
  public static int kind(long tag) {
    return (int) tag & KIND_MASK;
  }
}
