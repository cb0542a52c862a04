package dev.malkoha.cli;

import java.util.Locale;

/** Numbers of things in words. */
public final class Counted {

  private Counted() {}

  /** Such as "1 line" and "1,200 lines": the plural takes an s. */
  public static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
