package dev.malkoha.papers.rivals;

/** The check of a constructor's numbers. */
final class Limits {

  private Limits() {}

  /** The value, if in range. */
  static long check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be from " + least + " to " + most + ", not " + value);
    }
    return value;
  }

  /** The value, if in range. */
  static int check(String what, int value, int least, int most) {
    return (int) check(what, (long) value, least, most);
  }
}
