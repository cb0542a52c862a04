package dev.malkoha.engine;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.OperationBuffer;
import dev.malkoha.engine.base.Operations;
import java.util.Objects;
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

  /** What the log adds to the operations of a batch. */
  private static final int HEADER_BYTES = 12;

  private final Operations<Keyspace> operations;

  /** The keyspace that operations are added to; null for the default one. */
  private final @Nullable Keyspace keyspace;

  /** Creates an empty batch. */
  public WriteBatch() {
    this(new Operations<>(), null);
  }

  private WriteBatch(Operations<Keyspace> operations, @Nullable Keyspace keyspace) {
    this.operations = operations;
    this.keyspace = keyspace;
  }

  /**
   * The same batch, to which operations of a keyspace are added: {@code
   * batch.in(orders).put(...).delete(...)}. All else, as the count and what {@link Db#write} takes,
   * is of the whole batch.
   *
   * @throws IllegalArgumentException if the batch has operations of another store's keyspaces
   */
  @SuppressWarnings("ReferenceEquality") // that very store is meant
  public WriteBatch in(Keyspace named) {
    for (Keyspace known : operations.keyspaces()) {
      if (known != null && known.db() != named.db()) {
        throw new IllegalArgumentException(
            "the batch has operations of another store's keyspaces: use one batch for each store");
      }
    }
    return new WriteBatch(operations, named);
  }

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key, the value or the grown batch (1 GiB) is too large
   */
  public WriteBatch put(byte[] key, byte[] value) {
    return add(OperationBuffer.PUT, Limits.checkKey(key), Limits.checkValue(value));
  }

  /** Adds a delete. */
  public WriteBatch delete(byte[] key) {
    return add(OperationBuffer.DELETE, Limits.checkKey(key), null);
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
    return Limits.checkRange(from, to) ? add(OperationBuffer.DELETE_RANGE, from, to) : this;
  }

  /**
   * Adds a delete of every key of a range, which may be open at either end; nothing where it is
   * empty. Without an upper end it is two operations: the second deletes the greatest key there can
   * be.
   *
   * @throws IllegalArgumentException if an end is longer than 65,535 bytes
   */
  public WriteBatch deleteRange(KeyRange range) {
    if (range.isEmpty()) {
      return this;
    }
    byte[] to = range.to();
    if (to != null) {
      return deleteRange(range.from(), to);
    }
    byte[] greatest = KeyRange.greatestKey();
    return deleteRange(range.from(), greatest).delete(greatest);
  }

  private WriteBatch add(byte kind, byte[] key, byte @Nullable [] value) {
    operations.add(keyspace, kind, key, value);
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

    /** A delete. */
    void delete(@Nullable Keyspace keyspace, byte[] key);

    /** A delete of every key from one (inclusive) to another (exclusive). */
    void deleteRange(@Nullable Keyspace keyspace, byte[] from, byte[] to);
  }

  /** Tells a visitor the operations, in order; it must not change the batch. */
  public void forEach(Visitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    operations.forEach(
        (keyspace, kind, key, value) -> {
          switch (kind) {
            case OperationBuffer.PUT -> visitor.put(keyspace, key, value);
            case OperationBuffer.DELETE_RANGE -> visitor.deleteRange(keyspace, key, value);
            default -> visitor.delete(keyspace, key);
          }
        });
  }

  /** The number of operations. */
  public int count() {
    return operations.count();
  }

  /** About the bytes that the batch takes in the log; exactly if it names no keyspace. */
  public long sizeBytes() {
    return HEADER_BYTES + operations.logBytes();
  }

  /** Removes all operations. */
  public void clear() {
    operations.clear();
  }

  /**
   * The recorded operations, for the commit, which encodes them; their type is not exported.
   *
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // javadoc knows the tag
  public Operations<Keyspace> operations() {
    return operations;
  }
}
