package dev.malkoha.sstable;

import dev.malkoha.sstable.block.StoredSearch;
import java.util.Arrays;

/**
 * A reusable holder of one found entry, filled by {@link TableReader#get}. Owned by its caller and
 * used by one thread at a time.
 *
 * <p>The value lies in a shared, immutable block, or in an array that the next look-up may write
 * to: it is to be copied, never written to.
 */
public final class Lookup {

  private static final byte[] NOTHING = {};

  /** The array that holds the value. */
  public byte[] buffer = NOTHING;

  /** Where the value starts in {@link #buffer}. */
  public int valueOffset;

  /** Bytes of the value. */
  public int valueLength;

  /** The entry's tag. */
  public long tag;

  /** The entry's index in its table, from 0. */
  public long ordinal;

  /** The search in blocks that are not in memory. */
  final StoredSearch search = new StoredSearch();

  /** Creates an empty holder. */
  public Lookup() {}

  /** Lets go of what was found, and of long arrays: the holder may lie unused for long. */
  public void clear() {
    buffer = NOTHING;
    search.clear();
  }

  /**
   * The value in an array of its own. Not to be asked twice: where the value was copied out of a
   * file it is handed over.
   */
  @SuppressWarnings("ReferenceEquality") // that very array
  public byte[] takeValue() {
    byte[] copied = search.takeValue();
    boolean isWhole = buffer == copied && valueLength == copied.length;
    return isWhole ? copied : Arrays.copyOfRange(buffer, valueOffset, valueOffset + valueLength);
  }
}
