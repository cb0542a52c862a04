package dev.malkoha.bench.store;

import org.jspecify.annotations.Nullable;

/**
 * One key-value store under measurement: the few operations that every workload is made of.
 *
 * <p>Point operations and {@link #cursor} may be called from several threads at once; the others
 * from one thread while nothing else runs. Arrays passed in are copied before a method returns;
 * arrays handed out belong to the caller. Failures are unchecked exceptions.
 */
public interface Store extends AutoCloseable {

  /** Writes one entry, logged and not forced. */
  void put(byte[] key, byte[] value);

  /** Removes one key, logged and not forced. */
  void delete(byte[] key);

  /** The value of a key, or null when it is absent. */
  byte @Nullable [] get(byte[] key);

  /** A new reusable batch, for one thread. */
  Batch batch();

  /** A new cursor over all entries as they are now, for one thread. */
  StoreCursor cursor();

  /** Moves what is in memory into tables, and returns when no background work is left. */
  void settle();

  /** Rewrites everything into its final level, and returns when no background work is left. */
  void compact();

  /** What was counted since the store was opened; all zero unless it was opened counting. */
  Counters counters();

  /** Bits of filter, headers and padding included, for each distinct key in tables. */
  double filterBitsPerKey();

  @Override
  void close();

  /** Entries that are written together. */
  interface Batch extends AutoCloseable {

    /** Adds one entry. */
    void put(byte[] key, byte[] value);

    /** Writes the entries added so far as one, and empties the batch. */
    void commit();

    @Override
    void close();
  }
}
