package dev.malkoha.bench.store;

import org.jspecify.annotations.Nullable;

/**
 * Entries that expire, beside others that stay: in the same map, or in one of their own where a
 * store has one time to live for a whole map. All live as long as the store's settings say.
 */
public interface Aging {

  /** Writes an entry that expires, logged and not forced. */
  void put(byte[] key, byte[] value);

  /** The value of a key that was written so; null if it is absent. */
  byte @Nullable [] get(byte[] key);

  /** A new reusable batch of entries that expire, for one thread. */
  Store.Batch batch();

  /** Whether what has expired is absent to reads at once, and not at some time after it. */
  boolean hidesExpired();
}
