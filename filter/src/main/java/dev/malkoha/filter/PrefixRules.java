package dev.malkoha.filter;

import module java.base;

/** The rules of prefixes there are, and the reader of their specs. */
final class PrefixRules {

  /** The greatest length of a prefix, or number of separators in it: that of a key. */
  private static final int MAX = 65_535;

  private static final Pattern SPEC =
      Pattern.compile("(none)\\(\\)|ofLength\\((\\d+)\\)|upTo\\(0x([0-9a-f]{2}),(\\d+)\\)");

  private PrefixRules() {}

  static KeyPrefix parse(String spec) {
    Matcher matcher = SPEC.matcher(spec);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not a rule for prefixes: \""
              + spec
              + "\"; expected none(), ofLength(bytes) or upTo(separator,occurrences), for example"
              + " upTo(0x3a,2)");
    }
    if (matcher.group(1) != null) {
      return None.NONE;
    }
    return matcher.group(2) != null
        ? new FirstBytes(number(matcher.group(2)))
        : new UpTo((byte) Integer.parseInt(matcher.group(3), 16), number(matcher.group(4)));
  }

  /** A number of any length: what is too long for an int is out of range in any case. */
  private static int number(String digits) {
    return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }

  private static void check(String what, int number) {
    if (number < 1 || number > MAX) {
      throw new IllegalArgumentException(what + " must be from 1 to " + MAX + ", not " + number);
    }
  }

  /** No prefixes. */
  enum None implements KeyPrefix {
    NONE;

    @Override
    public int lengthIn(byte[] key, int offset, int length) {
      return -1;
    }

    @Override
    public String spec() {
      return "none()";
    }

    @Override
    public String toString() {
      return spec();
    }
  }

  /** The first {@code bytes} bytes of a key. */
  record FirstBytes(int bytes) implements KeyPrefix {

    FirstBytes {
      check("a prefix's length", bytes);
    }

    @Override
    public int lengthIn(byte[] key, int offset, int length) {
      return length >= bytes ? bytes : -1;
    }

    @Override
    public String spec() {
      return "ofLength(" + bytes + ")";
    }

    @Override
    public String toString() {
      return spec();
    }
  }

  /** All of a key up to the n-th separator, which belongs to it. */
  record UpTo(byte separator, int occurrences) implements KeyPrefix {

    UpTo {
      check("the number of separators in a prefix", occurrences);
    }

    @Override
    public int lengthIn(byte[] key, int offset, int length) {
      int left = occurrences;
      for (int i = 0; i < length; i++) {
        if (key[offset + i] == separator && --left == 0) {
          return i + 1;
        }
      }
      return -1;
    }

    @Override
    public String spec() {
      return String.format(Locale.ROOT, "upTo(0x%02x,%d)", separator, occurrences);
    }

    @Override
    public String toString() {
      return spec();
    }
  }
}
