package dev.malkoha.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Says when an entry expires, as it is written. It is called in the thread that writes, once for
 * each put that does not say so itself, and by several threads at once. What it throws is thrown by
 * the write, of which nothing is written.
 */
@FunctionalInterface
public interface ExpiryFunction {

  /** Lets nothing expire. */
  ExpiryFunction NONE = (key, value, now) -> null;

  /**
   * When an entry expires: from then on it is absent. It must not keep the arrays or change them.
   *
   * @param now the store's time
   * @return at or before the time now for an entry that is absent at once; null for one that never
   *     expires
   */
  @Nullable Instant expiry(byte[] key, byte[] value, Instant now);
}
