package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.MergeFunction;
import org.jspecify.annotations.Nullable;

/**
 * The operands that a reader sees of a key, oldest first, and the value that they change.
 *
 * @param value null if the key had none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record Operands(byte @Nullable [] value, List<byte[]> operands) {

  /**
   * What a point read gives in place of a value where operands are to be merged first: that takes
   * users' code, which is called under no lock and in no read section.
   */
  public static final byte[] UNMERGED = {};

  /** The same in place of a value's length. */
  public static final int UNMERGED_LENGTH = -2;

  /** Gives the value of a key that has operands; null if it has none then. */
  public interface Merging {
    byte @Nullable [] merged(byte[] key) throws IOException;
  }

  /** Whether a point read gave no value but {@link #UNMERGED}. */
  @SuppressWarnings("ReferenceEquality") // that very array
  public static boolean isUnmerged(byte @Nullable [] value) {
    return value == UNMERGED;
  }

  /** The value that they come to; null if the key has none then. Calls users' code. */
  public byte @Nullable [] merged(byte[] key, MergeFunction function) {
    return operands.isEmpty() ? value : function.merge(key.clone(), value, operands);
  }
}
