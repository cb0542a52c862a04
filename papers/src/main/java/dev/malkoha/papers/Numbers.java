package dev.malkoha.papers;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as text. */
final class Numbers {

  private static final MathContext CSV = new MathContext(6);

  private Numbers() {}

  /** For programs: six digits, no exponent. */
  static String raw(double value) {
    return new BigDecimal(value).round(CSV).stripTrailingZeros().toPlainString();
  }

  static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** A share in per cent. */
  static String percent(double share, int decimals) {
    return fixed(share * 100, decimals) + " %";
  }

  /** By how much a value is above or below another, in per cent of that. */
  static String difference(double value, double published) {
    return String.format(Locale.ROOT, "%+.1f %%", (value / published - 1) * 100);
  }

  /** A rate from a tenth to some millionth: two digits that count. */
  static String rate(double share) {
    double percent = share * 100;
    if (percent >= 0.1) {
      return fixed(percent, 2) + " %";
    }
    return new BigDecimal(percent).round(new MathContext(2)).toPlainString() + " %";
  }

  /** A count in thousands' groups. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** The binary logarithm. */
  static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
