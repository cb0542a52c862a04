package dev.malkoha.sstable;

/**
 * A reusable holder of one found entry, filled by {@link TableReader#get}. Owned by its caller and
 * used by one thread at a time.
 *
 * <p>The value lies in a shared, immutable block: it is to be copied, never written to.
 */
public final class Lookup {

  /** The array that holds the value. */
  public byte[] buffer = {};

  /** Where the value starts in {@link #buffer}. */
  public int valueOffset;

  /** Bytes of the value. */
  public int valueLength;

  /** The entry's tag. */
  public long tag;

  /** The entry's index in its table, from 0. */
  public long ordinal;

  /** Creates an empty holder. */
  public Lookup() {}
}
