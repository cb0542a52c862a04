package dev.malkoha.trials;

import java.util.Arrays;
import java.util.Locale;

/** A share of what the random tests can try; {@code -Dmalkoha.share=} names it. */
enum Share {

  /** A tenth: what {@code mvn verify} tries. */
  BUILD(1),

  /** The whole: what has to hold before a change lands. */
  FULL(10),

  /** Ten times the whole: for a single test that hunts for hours. */
  HOURS(100);

  private static final int WHOLE = 10;

  private final int tenths;

  Share(int tenths) {
    this.tenths = tenths;
  }

  /** Parts of the whole: rounded up, so that no test tries nothing. */
  int of(int whole) {
    return Math.toIntExact(((long) whole * tenths + WHOLE - 1) / WHOLE);
  }

  /** One in this many is tried, where the whole tries one in a number. */
  int oneIn(int whole) {
    return this == HOURS ? 1 : Math.multiplyExact(whole, FULL.tenths / tenths);
  }

  /** The share of a name, in any case. */
  static Share named(String name) {
    return Arrays.stream(values())
        .filter(share -> share.property().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-Dmalkoha.share=" + name + ": give build, full or hours"));
  }

  /** Its name as {@code -Dmalkoha.share=} has it. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
