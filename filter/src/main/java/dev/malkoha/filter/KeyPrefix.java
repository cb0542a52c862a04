package dev.malkoha.filter;

/**
 * The rule by which keys have prefixes that tables' filters hold beside the keys: the first bytes
 * of each key, or what it has up to a separator.
 *
 * <p>No prefix of a rule begins with another one: the keys that have it are those that begin with
 * it, and follow each other. Immutable, for any number of threads. Rules with equal {@link #spec}s
 * are equal.
 */
public sealed interface KeyPrefix
    permits PrefixRules.None, PrefixRules.FirstBytes, PrefixRules.UpTo {

  /** No key has a prefix: filters hold keys alone. */
  static KeyPrefix none() {
    return PrefixRules.None.NONE;
  }

  /**
   * A key's first bytes; a shorter key has no prefix.
   *
   * @param length from 1 to 65,535
   */
  static KeyPrefix ofLength(int length) {
    return new PrefixRules.FirstBytes(length);
  }

  /**
   * The part of a key up to the first such byte, that one included; without one it has no prefix.
   */
  static KeyPrefix upTo(byte separator) {
    return upTo(separator, 1);
  }

  /**
   * What a key has up to the n-th such byte, that one included; with fewer of them it has no
   * prefix. So of {@code user:17:mail} the prefix up to the second {@code ':'} is {@code user:17:}.
   *
   * @param occurrences which of them ends the prefix: from 1 to 65,535
   */
  static KeyPrefix upTo(byte separator, int occurrences) {
    return new PrefixRules.UpTo(separator, occurrences);
  }

  /**
   * Reads a rule back from its {@link #spec}.
   *
   * @throws IllegalArgumentException if the text names no rule or a number is out of range
   */
  static KeyPrefix parse(String spec) {
    return PrefixRules.parse(spec);
  }

  /**
   * The length of a key's prefix, above 0; -1 if it has none.
   *
   * @param offset where the key begins in the array
   * @param length of the key
   */
  int lengthIn(byte[] key, int offset, int length);

  /** This rule as text that {@link #parse} reads back, such as {@code upTo(0x3a,2)}. */
  String spec();
}
