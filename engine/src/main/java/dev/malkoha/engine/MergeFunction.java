package dev.malkoha.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that changes a value by operands: so that {@code merge(key, operand)} is a write
 * without a read. {@link MergeFunctions} has ready ones.
 *
 * <p>The store calls it when a key is read, and when tables are written; in which order and how
 * often is not told. So it must give the same for the same arguments for ever, and do nothing else.
 * Operands come in portions, of any size, oldest first: to merge some of them, and the rest into
 * the outcome, which may be null, must give the same as to merge all at once. It is called by
 * several threads at once, under no lock of the store, and must not use the store. What it throws
 * fails the read that has called it; background work leaves the operands as they are, tells it
 * once, by {@link Db#problems} and in the log, and goes on.
 *
 * <p>Arrays are its own to read until it returns; it must not change them. The store takes what it
 * returns, which must not be changed after that.
 */
@FunctionalInterface
public interface MergeFunction {

  /**
   * Merges operands into a value.
   *
   * @param value null if the key has none
   * @param operands oldest first; at least one
   * @return the new value, at most as long as a value can be; null if the key is gone
   */
  byte @Nullable [] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands);

  /**
   * Whether {@link #combine} makes one operand of two that stands for both. If so, operands take
   * less room before they meet a value.
   */
  default boolean isAssociative() {
    return false;
  }

  /**
   * Makes one operand of two: merging it gives the same as merging these, one after the other. Only
   * asked if the function {@link #isAssociative}.
   */
  default byte[] combine(byte[] key, byte[] older, byte[] newer) {
    throw new UnsupportedOperationException("the merge function says that it is not associative");
  }

  /**
   * Refuses an operand that it cannot take, before it is written.
   *
   * @throws IllegalArgumentException if it cannot
   */
  default void checkOperand(byte[] operand) {}
}
