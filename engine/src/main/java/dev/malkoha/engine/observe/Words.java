package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.Tables;
import java.time.Duration;
import java.util.Locale;

/** Figures in words for people. */
public final class Words {

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  private Words() {}

  static String time(Duration time) {
    double millis = time.toNanos() / 1e6;
    return millis < 1_000
        ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis)
        : String.format(Locale.ROOT, "%.1f s", millis / 1_000);
  }

  /** A number of bytes in the unit that fits. */
  public static String bytes(long bytes) {
    if (bytes < KIB) {
      return bytes + " bytes";
    }
    long unit = bytes < MIB ? KIB : bytes < GIB ? MIB : GIB;
    String name = unit == KIB ? "KiB" : unit == MIB ? "MiB" : "GiB";
    return String.format(Locale.ROOT, "%.1f %s", (double) bytes / unit, name);
  }

  static String tables(Tables tables) {
    return tables.count() == 0
        ? "no table"
        : String.format(
            Locale.ROOT,
            "%,d %s (%,d entries, %s)",
            tables.count(),
            tables.count() == 1 ? "table" : "tables",
            tables.entries(),
            bytes(tables.bytes()));
  }
}
