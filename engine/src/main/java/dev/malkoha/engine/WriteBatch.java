package dev.malkoha.engine;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import org.jspecify.annotations.Nullable;

/**
 * An ordered, atomic set of puts, deletes and range deletes, in any keyspaces of one store, as they
 * are recorded here: a commit encodes them for the log.
 *
 * <p>Later operations win over earlier ones for the same key. Keys and values are copied. A batch
 * may be written more than once and cleared for reuse. Not for use by several threads at once: a
 * batch that one changes while another one writes it does the store no harm, but may be refused by
 * a {@link java.util.ConcurrentModificationException}, or written as nobody meant it.
 */
public final class WriteBatch {

  static {
    Batch.openBy((batch, store) -> ((WriteBatch) batch).writtenTo(store));
  }

  private final Batch batch;

  /** The keyspaces that were named since the last clearing, by their numbers. */
  private final Map<Long, Keyspace> named;

  /** The keyspace that operations are added to; null for the default one. */
  private final @Nullable Keyspace keyspace;

  private final long number;

  /** Creates an empty batch. */
  public WriteBatch() {
    this(new Batch(), new HashMap<>(), null, 0);
  }

  private WriteBatch(
      Batch batch, Map<Long, Keyspace> named, @Nullable Keyspace keyspace, long number) {
    this.batch = batch;
    this.named = named;
    this.keyspace = keyspace;
    this.number = number;
  }

  /**
   * The same batch, to which operations of a keyspace are added: {@code
   * batch.in(orders).put(...).delete(...)}. All else, as the count and what {@link Db#write} takes,
   * is of the whole batch.
   *
   * @throws IllegalArgumentException if the batch has operations of another store's keyspaces
   */
  public WriteBatch in(Keyspace other) {
    if (!(other instanceof Batch.Numbered of)) {
      throw new IllegalArgumentException("the keyspace belongs to no store");
    }
    checkStore(other);
    return new WriteBatch(batch, named, other, of.number());
  }

  private void checkStore(Keyspace other) {
    if (!isOf(other.db())) {
      throw new IllegalArgumentException(
          "the batch has operations of another store's keyspaces: use one batch for each store");
    }
  }

  @SuppressWarnings("ReferenceEquality") // that very store is meant
  private boolean isOf(Object store) {
    return named.values().stream().allMatch(known -> known.db() == store);
  }

  /** The operations, for a commit in a store. */
  private Batch writtenTo(Object store) {
    if (!isOf(store)) {
      throw new IllegalArgumentException("the batch names keyspaces of another store");
    }
    return batch;
  }

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key, the value or the grown batch (1 GiB) is too large
   */
  public WriteBatch put(byte[] key, byte[] value) {
    return add(Batch.PUT, Limits.checkKey(key), Limits.checkValue(value));
  }

  /**
   * Adds an operand of the keyspace's merge function. Whether that takes it is asked when the batch
   * is written.
   *
   * @throws IllegalArgumentException if the key, the operand or the grown batch (1 GiB) is too
   *     large
   * @see Db#merge(byte[], byte[])
   */
  public WriteBatch merge(byte[] key, byte[] operand) {
    return add(Batch.MERGE, Limits.checkKey(key), Limits.checkOperand(operand));
  }

  /**
   * Adds a put of a value that expires some time after the batch is written.
   *
   * @throws IllegalArgumentException if the key, the value, the time or the grown batch is too
   *     large
   * @see KeyValueMap#put(byte[], byte[], Duration)
   */
  public WriteBatch put(byte[] key, byte[] value, Duration timeToLive) {
    long millis = Limits.checkTimeToLive(timeToLive);
    return add(Batch.PUT_UNTIL, Limits.checkKey(key), Batch.valueUntil(-millis, value));
  }

  /** Adds a delete. */
  public WriteBatch delete(byte[] key) {
    return add(Batch.DELETE, Limits.checkKey(key), Batch.NO_BYTES);
  }

  /**
   * Adds a delete of every key from {@code from} (inclusive) to {@code to} (exclusive): one
   * operation, however many keys there are. Operations before it in the batch lose what it covers,
   * operations after it keep it. Where {@code from} is not below {@code to} nothing is added.
   *
   * @throws IllegalArgumentException if one is too long
   * @see Db#deleteRange(byte[], byte[])
   */
  public WriteBatch deleteRange(byte[] from, byte[] to) {
    return Limits.checkRange(from, to) ? add(Batch.DELETE_RANGE, from, to) : this;
  }

  /**
   * Adds a delete of every key of a range, which may be open at either end: one operation. Nothing
   * is added where the range is empty.
   *
   * @throws IllegalArgumentException if an end is longer than 65,535 bytes
   */
  public WriteBatch deleteRange(KeyRange range) {
    if (range.isEmpty()) {
      return this;
    }
    byte[] to = range.to();
    return to != null
        ? deleteRange(range.from(), to)
        : add(Batch.DELETE_RANGE, Limits.checkKey(range.from()), Batch.NO_BYTES);
  }

  private WriteBatch add(byte kind, byte[] key, byte[] value) {
    if (keyspace == null || keyspace.equals(named.get(number))) {
      batch.add(number, kind, key, value);
    } else {
      checkStore(keyspace); // operations of another store's may have come since it was named
      batch.add(number, kind, key, value);
      named.put(number, keyspace);
    }
    return this;
  }

  /** Is told the operations of a batch, in order. Arrays are its own. */
  public interface Visitor {

    /**
     * A put.
     *
     * @param keyspace null for the default one
     */
    void put(@Nullable Keyspace keyspace, byte[] key, byte[] value);

    /** A put of a value that expires; one that does not heed it takes a put. */
    default void put(@Nullable Keyspace keyspace, byte[] key, byte[] value, Duration timeToLive) {
      put(keyspace, key, value);
    }

    /** A delete. */
    void delete(@Nullable Keyspace keyspace, byte[] key);

    /** An operand of the keyspace's merge function. */
    void merge(@Nullable Keyspace keyspace, byte[] key, byte[] operand);

    /** A delete of every key of a range, which has keys. */
    void deleteRange(@Nullable Keyspace keyspace, KeyRange range);
  }

  /** Tells a visitor the operations, in order; it must not change the batch. */
  public void forEach(Visitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    for (Batch.Reader at = batch.reader(); at.next(); ) {
      Keyspace of = named.get(at.keyspace);
      switch (at.kind) {
        case Batch.PUT -> visitor.put(of, at.key(), at.value());
        case Batch.MERGE -> visitor.merge(of, at.key(), at.value());
        case Batch.PUT_UNTIL -> {
          byte[] value = Arrays.copyOfRange(at.value(), Long.BYTES, at.valueLength);
          visitor.put(of, at.key(), value, Duration.ofMillis(-Bytes.getLong(at.value(), 0)));
        }
        case Batch.DELETE_RANGE -> visitor.deleteRange(of, range(at.key(), at.value()));
        default -> visitor.delete(of, at.key());
      }
    }
  }

  private static KeyRange range(byte[] from, byte[] end) {
    return end.length == 0 ? KeyRange.atLeast(from) : KeyRange.between(from, end);
  }

  /** The number of operations. */
  public int count() {
    return batch.count();
  }

  /** The bytes that the batch takes in the log. */
  public long sizeBytes() {
    return batch.length();
  }

  /** Removes all operations. */
  public void clear() {
    batch.clear();
    named.clear();
  }
}
