package dev.malkoha.bench.report;

import java.util.Locale;

/** Numbers as people read them: about three figures that say something, and a point before them. */
final class Figures {

  private Figures() {}

  /** Microseconds, or any other number from thousandths to thousands. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String pattern = size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, pattern, value);
  }

  /** Block reads for an operation, which may be very few. */
  static String rate(double value) {
    return value == 0 ? "0" : String.format(Locale.ROOT, value < 0.1 ? "%.4f" : "%.2f", value);
  }

  /** A share from 0 to 1 in per cent. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.3f %%", share * 100);
  }

  /** A length in decimal megabytes. */
  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
  }

  /** How many times; two figures are all that a measurement is good for. */
  static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.1fx" : "%,.0fx", ratio);
  }

  /** A count. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
