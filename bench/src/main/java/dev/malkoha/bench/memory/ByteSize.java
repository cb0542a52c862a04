package dev.malkoha.bench.memory;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: 1g, 400m, 512k, or bytes. */
public final class ByteSize {

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})([kmgt]?)");
  private static final String UNITS = "kmgt";
  private static final int UNIT_SHIFT = 10;

  private ByteSize() {}

  /**
   * The bytes that a text means.
   *
   * @throws IllegalArgumentException if it means none
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new IllegalArgumentException("'" + text + "' is no size; write it as 1g, 400m or 512k");
    }
    String unit = matcher.group(2);
    int shift = unit.isEmpty() ? 0 : UNIT_SHIFT * (UNITS.indexOf(unit) + 1);
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift);
  }

  /** Bytes in MiB. */
  public static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
