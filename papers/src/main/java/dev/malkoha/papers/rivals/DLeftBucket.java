package dev.malkoha.papers.rivals;

/**
 * The four entries of a d-left bucket in the low 48 bits of a word.
 *
 * <p>An entry is 12 bits: a remainder from 1 to 2047, and above it a counter of one bit, set if the
 * entry stands for two equal keys. The remainder 0 is an empty entry. Entries are compared all at
 * once; the answer has the counter's bit of each entry that is meant.
 */
final class DLeftBucket {

  static final int ENTRIES = 4;
  static final int BITS = 48;

  /** How many remainders there are. */
  static final int REMAINDERS = 2047;

  private static final int COUNTER_BIT = 11;
  private static final long ONES = 0x001_001_001_001L;
  private static final long REMAINDER = ONES * REMAINDERS;
  private static final long COUNTER = ONES << COUNTER_BIT;

  private DLeftBucket() {}

  /** The entries in use. */
  static long used(long bucket) {
    return ((bucket & REMAINDER) + REMAINDER) & COUNTER;
  }

  /** The entries of any remainder but the given one. */
  static long differing(long bucket, long remainder) {
    return (((bucket ^ (remainder * ONES)) & REMAINDER) + REMAINDER) & COUNTER;
  }

  /** The entries of a remainder. */
  static long matching(long bucket, long remainder) {
    return differing(bucket, remainder) ^ COUNTER;
  }

  /** Whether, of a conjunction of answers of {@link #differing}, some bucket had a match. */
  static boolean anyMatch(long differing) {
    return differing != COUNTER;
  }

  /** The entries whose counter may be raised. */
  static long raisable(long bucket, long remainder) {
    return matching(bucket, remainder) & ~bucket;
  }

  /** The bucket with the counter of the first of the given entries raised. */
  static long raise(long bucket, long entries) {
    return bucket | Long.lowestOneBit(entries);
  }

  /** The bucket with a remainder in its first empty entry. */
  static long put(long bucket, long remainder) {
    long empty = used(bucket) ^ COUNTER;
    return bucket | (remainder << (Long.numberOfTrailingZeros(empty) - COUNTER_BIT));
  }

  /** The bucket with the counter of the first of the given entries lowered, or the entry empty. */
  static long lower(long bucket, long entries) {
    long counter = Long.lowestOneBit(entries);
    long entry = (counter << 1) - (counter >>> COUNTER_BIT);
    return bucket & ~((bucket & counter) != 0 ? counter : entry);
  }
}
