package dev.malkoha.engine.entry;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.base.Batch;
import org.jspecify.annotations.Nullable;

/**
 * What an entry says of its key, and the packing of kind and sequence number into the tag that
 * tables and memtables order by: {@code tag = sequence << 8 | code of the kind}.
 *
 * <p>Kinds are decided by switches without a default: a new one, which goes to the end, does not
 * compile until each of them has said what it does. {@link Versions} has those of reads and merges.
 */
public enum EntryKind {

  /** The key is deleted. */
  DELETE(Batch.DELETE),

  /** The key has a value. */
  PUT(Batch.PUT),

  /**
   * A range of keys is deleted: the key is the range's first, the value the first key after it.
   * Only batches hold this kind; tables and the trees of memtables never do.
   */
  DELETE_RANGE(Batch.DELETE_RANGE),

  /**
   * Tables joined that were built beside the store; their entries have this operation's number. It
   * has neither key nor value and changes nothing by itself. Only batches hold this kind.
   */
  INGESTION(Batch.INGESTION),

  /**
   * The key has a value, which lies in a value file: in the entry's value there is a pointer. Only
   * tables hold this kind.
   */
  PUT_APART(4),

  /**
   * The key's value is changed by an operand of the merge function, so older versions count. In
   * memtables and tables the value is an {@link Operand}, in batches the operand alone.
   */
  MERGE(Batch.MERGE),

  /** The key has a value until a time; the value is that time, then the value itself. */
  PUT_UNTIL(Batch.PUT_UNTIL),

  /** The same with a pointer into a value file after the time. Only tables hold this kind. */
  PUT_APART_UNTIL(7);

  /** The largest sequence number a tag can hold. */
  public static final long SEQUENCE_MAX = (1L << 56) - 1;

  private static final int KIND_BITS = 8;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  /** The number of codes that a tag has room for. */
  static final int CODES = 1 << KIND_BITS;

  /** By their codes, of which not all are given out. */
  private static final @Nullable EntryKind[] BY_CODE = new @Nullable EntryKind[CODES];

  static {
    for (EntryKind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final byte code;

  EntryKind(int code) {
    this.code = (byte) code;
  }

  /** The code of the kind in batches and tags; on disk, so it never changes. */
  public byte code() {
    return code;
  }

  /**
   * The kind in a tag, or of a code.
   *
   * @throws DbCorruptionException if there is no such kind
   */
  public static EntryKind of(long tag) {
    int code = code(tag);
    EntryKind kind = BY_CODE[code];
    if (kind == null) {
      throw new DbCorruptionException(
          "an entry is of kind " + code + ", which no version of the store writes", null);
    }
    return kind;
  }

  /** The code of the kind in a tag. */
  static int code(long tag) {
    return (int) tag & KIND_MASK;
  }

  /** The exception for an entry of this kind where there can be none. */
  public DbCorruptionException misplaced() {
    return new DbCorruptionException(
        "an entry is of kind " + this + ", which has no place here", null);
  }

  /** Packs a sequence number and a kind. */
  public static long tag(long sequence, EntryKind kind) {
    return sequence << KIND_BITS | kind.code;
  }

  /** The smallest tag of a sequence number. */
  public static long firstTag(long sequence) {
    return sequence << KIND_BITS;
  }

  /** The largest tag of a sequence number: where a reader at that sequence begins to look. */
  public static long readTag(long sequence) {
    return sequence << KIND_BITS | KIND_MASK;
  }

  /** The sequence number in a tag. */
  public static long sequence(long tag) {
    return tag >>> KIND_BITS;
  }
}
