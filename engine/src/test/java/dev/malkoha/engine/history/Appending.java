package dev.malkoha.engine.history;

import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.base.OperandFold;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A merge function for models: an operand is appended to the value; one that begins with a zero
 * takes the place of all before it, and removes the key if nothing follows the zero.
 */
public enum Appending {
  /** Operands stay by themselves until they meet a value. */
  PLAIN(new Plain()),

  /** Operands are combined in tables. */
  ASSOCIATIVE(new Associative()),

  /** Operands are combined in memtables, too. */
  FOLDING(new Folding());

  /** The name by which keyspaces know it. */
  public static final String NAME = "appending";

  @SuppressWarnings("ImmutableEnumChecker") // these are
  private final MergeFunction function;

  Appending(MergeFunction function) {
    this.function = function;
  }

  /** One by chance. */
  public static Appending any(SplittableRandom random) {
    List<Appending> all = List.of(values());
    return all.get(random.nextInt(all.size()));
  }

  /** The function itself. */
  public MergeFunction function() {
    return function;
  }

  /** The value after an operand; null if there is none then. */
  public static byte @Nullable [] after(byte @Nullable [] value, byte[] operand) {
    if (replaces(operand)) {
      return operand.length == 1 ? null : Arrays.copyOfRange(operand, 1, operand.length);
    }
    return value == null ? operand : together(value, operand);
  }

  private static boolean replaces(byte[] operand) {
    return operand.length > 0 && operand[0] == 0;
  }

  private static byte[] together(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static class Plain implements MergeFunction {
    @Override
    public byte @Nullable [] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      byte[] merged = value;
      for (byte[] operand : operands) {
        merged = after(merged, operand);
      }
      return merged;
    }
  }

  private static class Associative extends Plain {
    @Override
    public boolean isAssociative() {
      return true;
    }

    @Override
    public byte[] combine(byte[] key, byte[] older, byte[] newer) {
      return replaces(newer) ? newer : together(older, newer);
    }
  }

  private static final class Folding extends Associative implements OperandFold {
    @Override
    public byte[] fold(byte[] older, byte[] newer) {
      return combine(newer, older, newer);
    }
  }
}
