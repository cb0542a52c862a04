package dev.malkoha.bench.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One key-value store under measurement: the few operations that every workload is made of.
 *
 * <p>Point operations and {@link #cursor} may be called from several threads at once; the others
 * from one thread while nothing else runs. Arrays passed in are copied before a method returns;
 * arrays handed out belong to the caller. Failures are unchecked exceptions.
 */
public interface Store extends View, AutoCloseable {

  /** Writes one entry, logged and not forced. */
  void put(byte[] key, byte[] value);

  /** Removes one key, logged and not forced. */
  void delete(byte[] key);

  /** Removes every key from one (inclusive) to another (exclusive); by one where it cannot. */
  default void deleteRange(byte[] from, byte[] to) {
    List<byte[]> keys = new ArrayList<>();
    try (StoreCursor cursor = cursor()) {
      for (boolean here = cursor.seek(from);
          here && Arrays.compareUnsigned(cursor.key(), to) < 0;
          here = cursor.next()) {
        keys.add(cursor.key());
      }
    }
    keys.forEach(this::delete);
  }

  /** The values of some keys in their order; null elements for absent ones. */
  default List<byte @Nullable []> getAll(List<byte[]> keys) {
    List<byte @Nullable []> values = new ArrayList<>();
    keys.forEach(key -> values.add(get(key)));
    return values;
  }

  /**
   * Copies a value to the beginning of an array.
   *
   * @param into at least as long as the value
   * @return the value's length, or a negative number when the key is absent
   */
  default int get(byte[] key, byte[] into) {
    byte[] value = get(key);
    if (value == null) {
      return -1;
    }
    System.arraycopy(value, 0, into, 0, value.length);
    return value.length;
  }

  /** The store's reads in place, if it has any. */
  default Optional<InPlace> inPlace() {
    return Optional.empty();
  }

  /** The store's merges, if it has any and was opened for them. */
  default Optional<Merging> merging() {
    return Optional.empty();
  }

  /** The store's entries that expire, if it has such and was opened for them. */
  default Optional<Aging> aging() {
    return Optional.empty();
  }

  /**
   * Changes a value by a function of it, which is given null for an absent key. A store that has no
   * way of its own here gets and puts.
   */
  default void update(byte[] key, Function<byte @Nullable [], byte[]> change) {
    put(key, change.apply(get(key)));
  }

  /** How many keys there are, exactly. */
  default long count() {
    long count = 0;
    try (StoreCursor cursor = cursor()) {
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        count++;
      }
    }
    return count;
  }

  /**
   * Removes the entry with the least key by a transaction; a store without transactions here finds
   * it by a snapshot and deletes it.
   *
   * @return the key; null if there is no entry
   */
  default byte @Nullable [] pop() {
    byte[] head;
    try (StoreSnapshot now = snapshot();
        StoreCursor cursor = now.cursor()) {
      if (!cursor.first()) {
        return null;
      }
      head = cursor.key();
    }
    delete(head);
    return head;
  }

  /** A new reusable batch, for one thread. */
  Batch batch();

  /**
   * Loads entries in any order, of which the last one of each key counts. A store that has no way
   * of its own here puts them in batches of a hundred.
   *
   * @param entries whose arrays are valid until the next call
   */
  default void ingest(Iterator<Map.Entry<byte[], byte[]>> entries) {
    try (Batch batch = batch()) {
      for (int count = 1; entries.hasNext(); count++) {
        Map.Entry<byte[], byte[]> entry = entries.next();
        batch.put(entry.getKey(), entry.getValue());
        if (count % 100 == 0 || !entries.hasNext()) {
          batch.commit();
        }
      }
    }
  }

  /** The same store for entries that come in the order of their keys, each above all before it. */
  default Store appending() {
    return this;
  }

  /** Keeps the entries as they are now to be read until it is closed. */
  StoreSnapshot snapshot();

  /** Moves what is in memory into tables, and returns when no background work is left. */
  void settle();

  /** Rewrites everything into its final level, and returns when no background work is left. */
  void compact();

  /** The counts since the store was opened; all zero unless it was opened counting. */
  Counters counters();

  /** The store's figures of its deletes; a figure that it does not have is missing. */
  Map<DeleteFigure, Long> deleteFigures();

  /** Bits of filter, headers and padding included, for each distinct key in tables. */
  double filterBitsPerKey();

  /** Bytes of its files: of a file that is kept longer, those that have been used. */
  long bytesOnDisk();

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
