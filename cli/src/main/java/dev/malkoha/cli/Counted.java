package dev.malkoha.cli;

import java.util.Locale;

/** Numbers of things in words. */
public final class Counted {

  private Counted() {}

  /** Such as "1 entry" and "1,200 entries". */
  public static String of(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  /** Such as "1 line" and "1,200 lines": the plural takes an s. */
  public static String of(long count, String thing) {
    return of(count, thing, thing + "s");
  }
}
