package dev.malkoha.engine.base;

import org.jspecify.annotations.Nullable;

/**
 * A way to make one operand of two that takes no more bytes, in some nanoseconds and without
 * failing: so it may be called under the commit lock. Merge functions of the store's own have it.
 */
public interface OperandFold {

  /** The one that a merge function has; null if it has none. */
  static @Nullable OperandFold of(@Nullable Object function) {
    return function instanceof OperandFold fold ? fold : null;
  }

  /** One operand in place of two, in their order; null if they are not of one form. */
  byte @Nullable [] fold(byte[] older, byte[] newer);
}
