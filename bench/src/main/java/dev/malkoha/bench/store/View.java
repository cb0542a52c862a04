package dev.malkoha.bench.store;

import org.jspecify.annotations.Nullable;

/** Entries that can be read: those of a store as they are, or as they were. */
public interface View {

  /** The value of a key, or null when it is absent. */
  byte @Nullable [] get(byte[] key);

  /** A new cursor over all entries as they are now, for one thread. */
  StoreCursor cursor();

  /**
   * A new cursor over the entries whose keys begin so, for one thread.
   *
   * @param prefix whose last byte is not 255
   */
  default StoreCursor prefix(byte[] prefix) {
    return new PrefixCursor(cursor(), prefix);
  }
}
