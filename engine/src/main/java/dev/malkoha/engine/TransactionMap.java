package dev.malkoha.engine;

import java.time.Duration;

/**
 * The reads and writes of one ordered map in a {@link Transaction}, which sees its own writes over
 * the store as it was when it began. A cursor goes by what was written until each of its moves: so
 * one may write while one walks. The end of the transaction closes it.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface TransactionMap extends Reads {

  /**
   * Sets a key's value. Key and value are copied.
   *
   * @return these writes
   * @throws IllegalArgumentException if one is too long
   */
  TransactionMap put(byte[] key, byte[] value);

  /**
   * Merges an operand into a key, by the merge function of the keyspace. The commit fails if others
   * have put or deleted the key since the transaction began, not if they have merged into it, too.
   *
   * @return these writes
   * @throws IllegalStateException if the keyspace has no merge function, or it was not given
   * @throws IllegalArgumentException if the function refuses the operand, or one is too long
   * @see Db#merge(byte[], byte[])
   */
  TransactionMap merge(byte[] key, byte[] operand);

  /**
   * Sets a key's value, which expires some time after this call.
   *
   * @return these writes
   * @throws IllegalArgumentException if key, value or time are out of their range
   * @see KeyValueMap#put(byte[], byte[], Duration)
   */
  TransactionMap put(byte[] key, byte[] value, Duration timeToLive);

  /** Removes a key. Removing an absent key is no error. */
  TransactionMap delete(byte[] key);

  /**
   * Removes every key from {@code from} (inclusive) to {@code to} (exclusive). The commit fails if
   * others have written anything in the range since the transaction began.
   *
   * @throws IllegalArgumentException if one is too long
   * @see Db#deleteRange(byte[], byte[])
   */
  TransactionMap deleteRange(byte[] from, byte[] to);
}
