package dev.malkoha.bench.report;

import java.util.Locale;

/** Numbers as people read them: about three figures that say something, and a point before them. */
public final class Figures {

  private Figures() {}

  /** Microseconds, or any other number from thousandths to thousands. */
  public static String number(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String pattern = size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, pattern, value);
  }

  /** A time given in microseconds, in the unit that fits it. */
  static String time(double micros) {
    double size = Math.abs(micros);
    if (size >= 1e6) {
      return number(micros / 1e6) + " s";
    }
    if (size >= 1e3) {
      return number(micros / 1e3) + " ms";
    }
    return size >= 1 || size == 0 ? number(micros) + " µs" : number(micros * 1e3) + " ns";
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
    return megabytes((double) bytes);
  }

  /** A length that was reckoned with, in decimal megabytes. */
  static String megabytes(double bytes) {
    return String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
  }

  /** How many times; two figures are all that a measurement is good for. */
  static String times(double ratio) {
    String pattern =
        ratio < 0.095 ? "%.3fx" : ratio < 0.95 ? "%.2fx" : ratio < 10 ? "%.1fx" : "%,.0fx";
    return String.format(Locale.ROOT, pattern, ratio);
  }

  /** One number for each of another, where a per cent matters. */
  static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** A count that was divided. */
  static String count(double count) {
    return count(Math.round(count));
  }

  /** A count. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A text in lines of at most a number of columns, each with its end. */
  static String wrapped(String text, int columns) {
    return text.replaceAll("(.{1,%s})(?: |$)".formatted(columns), "$1\n");
  }
}
