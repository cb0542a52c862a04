package dev.malkoha.filter;

import java.util.Objects;

/**
 * A view over the bytes of one filter block that tells which keys are certainly not in its table.
 *
 * <p>Any number of threads may ask at once; a look-up takes no lock and allocates nothing. The view
 * reads the bytes it was opened over, so these must not be changed by others.
 */
public interface Filter {

  /**
   * Whether a key may be in the table.
   *
   * @param hash the key's hash by the database's {@link KeyHasher}; the block's salt is mixed in
   *     here
   * @return false only if no key with this hash was given to the build
   */
  boolean mayContain(long hash);

  /**
   * Asks for many hashes at once.
   *
   * <p>Nothing branches on an answer, so the memory accesses of all of them are under way together.
   *
   * @param hashes where the hashes are
   * @param from the first one's index
   * @param count how many: at most 64
   * @return bit {@code i} is set if the key with hash {@code from + i} may be in the table; the
   *     bits from {@code count} on are 0
   * @throws IndexOutOfBoundsException if the range is not inside the array, or longer than 64
   */
  default long mayContain(long[] hashes, int from, int count) {
    Objects.checkIndex(count, Long.SIZE + 1);
    Objects.checkFromIndexSize(from, count, hashes.length);
    long answers = 0;
    for (int i = 0; i < count; i++) {
      answers |= (mayContain(hashes[from + i]) ? 1L : 0L) << i;
    }
    return answers;
  }

  /** The number of keys the filter holds. */
  long keys();

  /** The size of the whole block in bytes, header and padding included. */
  long sizeBytes();

  /**
   * The share, between 0 and 1, of absent keys for which {@link #mayContain} is expected to say
   * true.
   */
  double expectedFalsePositiveRate();

  /**
   * The kind of filter: "cuckoo", "semi-sorted-cuckoo", "cuckoo-map", "bloom", "blocked-bloom",
   * "none" or "always-maybe".
   */
  String kind();

  /**
   * Why this filter answers "maybe" for every key although it was meant to be a real one; empty for
   * a sound filter and for "none".
   */
  default String problem() {
    return "";
  }
}
