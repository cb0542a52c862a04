package dev.malkoha.engine.memtable;

import java.util.Arrays;

/** Fills memtables. */
public final class MemTables {

  private MemTables() {}

  /** Whether bytes were made ahead. */
  public static boolean hasSpare(SpareParts parts) {
    return parts.bytes.ready.get() != null;
  }

  /** Adds an entry, or a range delete from a key to the value. */
  public static void add(MemTable to, long tag, byte[] key, byte[] value) {
    byte[] both = Arrays.copyOf(key, key.length + value.length);
    System.arraycopy(value, 0, both, key.length, value.length);
    to.add(tag, both, 0, key.length, key.length, value.length);
  }
}
