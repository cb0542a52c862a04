package dev.malkoha.engine.store;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.tree.Tree;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose values a thread is computing, in operators of updates. What an operator itself
 * writes to its key would have it called again, without end.
 *
 * @param outer the one in whose operator this one began
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record Updating(Tree tree, byte[] key, @Nullable Updating outer) {

  private static final ScopedValue<Updating> INNERMOST = ScopedValue.newInstance();

  /** Calls an operator of a key. */
  public static byte @Nullable [] call(
      Tree tree, byte[] key, Supplier<byte @Nullable []> operator) {
    return ScopedValue.where(INNERMOST, new Updating(tree, key, innermost()))
        .call(() -> Callbacks.call(operator));
  }

  private static @Nullable Updating innermost() {
    return isGoingOn() ? INNERMOST.get() : null;
  }

  /** Whether the thread is in an operator. */
  public static boolean isGoingOn() {
    return INNERMOST.isBound();
  }

  /**
   * Throws if a key that the thread is updating is written.
   *
   * @param to of a range from the key on; null for the key alone
   */
  public static void refuse(Tree tree, byte[] key, byte @Nullable [] to) {
    if (isGoingOn()) {
      refuse(tree, to == null ? KeyRange.closed(key, key) : KeyRange.between(key, to));
    }
  }

  /** Throws if the thread is updating a key of a range, which is written. */
  public static void refuse(Tree tree, KeyRange written) {
    for (Updating now = innermost(); now != null; now = now.outer) {
      if (now.tree.equals(tree) && written.contains(now.key)) {
        throw new IllegalStateException(
            "the operator of an update writes the key that it is to give the value of, and would"
                + " be called again for that, without end: return the value instead");
      }
    }
  }
}
