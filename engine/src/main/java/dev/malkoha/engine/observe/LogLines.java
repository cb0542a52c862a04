package dev.malkoha.engine.observe;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Tables;
import java.lang.System.Logger.Level;

/** The lines of the log, one for each event, and figures in words for people. */
public final class LogLines {

  /** A stall is worth a warning from this on. */
  private static final Duration LONG_STALL = Duration.ofSeconds(1);

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  private LogLines() {}

  /** Writes an event's line, which begins with the store's directory. */
  static void tell(StoreEvent event) {
    Level level = level(event);
    if (StoreLog.isTold(level)) {
      Throwable cause = event instanceof StoreEvent.Sealed sealed ? sealed.cause() : null;
      StoreLog.tell(level, event.store() + ": " + line(event), cause);
    }
  }

  static Level level(StoreEvent event) {
    return switch (event) {
      case StoreEvent.Opened _, StoreEvent.Closed _, StoreEvent.Checkpointed _ -> Level.INFO;
      case StoreEvent.Recovered _,
          StoreEvent.Flushed _,
          StoreEvent.Compacted _,
          StoreEvent.DeletesApplied _ ->
          Level.DEBUG;
      case StoreEvent.Stalled e ->
          e.took().compareTo(LONG_STALL) >= 0 ? Level.WARNING : Level.DEBUG;
      case StoreEvent.HeapTight _, StoreEvent.FunctionFailed _ -> Level.WARNING;
      case StoreEvent.Damaged _, StoreEvent.Sealed _ -> Level.ERROR;
    };
  }

  static String line(StoreEvent event) {
    return switch (event) {
      case StoreEvent.Opened e ->
          words(
              "opened %s in %s: %s; %s; %s",
              e.readOnly() ? "read-only" : "for writing",
              e.took(),
              e.tables(),
              e.problems().isEmpty()
                  ? "no problem"
                  : "problems: " + String.join("; ", e.problems()),
              unusual(e.options()));
      case StoreEvent.Recovered e ->
          words(
              "recovered in %s: %s opened, %,d records (%s) read from the log",
              e.took(), e.tables(), e.records(), bytes(e.bytes()));
      case StoreEvent.Flushed e ->
          words(
              "flushed a %s memtable (%s) of keyspace %s in %s: wrote %s",
              e.wasFull() ? "full" : "growing",
              bytes(e.memTableBytes()),
              e.keyspace(),
              e.took(),
              e.written());
      case StoreEvent.Compacted e ->
          words(
              "compacted keyspace %s from level %d to %d in %s (%s): read %s, wrote %s",
              e.keyspace(),
              e.way().fromLevel(),
              e.way().toLevel(),
              e.took(),
              e.way().cause().words(),
              e.read(),
              e.written());
      case StoreEvent.DeletesApplied e ->
          words(
              "applied deletes of keyspace %s in %s: %,d entries marked dead, %,d blocks read%s",
              e.keyspace(),
              e.took(),
              e.marked(),
              e.blocksRead(),
              e.complete() ? "" : "; some are tried again");
      case StoreEvent.Stalled e ->
          words(
              "writers to keyspace %s have waited for %s (%,d times): %s",
              e.keyspace(), e.took(), e.times(), e.cause().words(e.behind()));
      case StoreEvent.Damaged e ->
          words(
              "%s of keyspace %s is damaged; background work leaves it alone, reads elsewhere go on."
                  + " Restore a checkpoint or salvage the store: %s",
              e.file(), e.keyspace(), e.problem());
      case StoreEvent.FunctionFailed e ->
          words(
              "the %s of keyspace %s has failed; what it was to change stays as it is, and reads of"
                  + " operands fail, until it is mended: %s",
              e.function(), e.keyspace(), e.cause());
      case StoreEvent.HeapTight e ->
          words(
              "block cache and memtables may take %s, filters and indexes of open tables take %s, and"
                  + " the heap has %s at most. Raise -Xmx, or lower blockCacheBytes or memTableBytes",
              bytes(e.memoryBytesMax()), bytes(e.tableBytes()), bytes(e.heapBytes()));
      case StoreEvent.Sealed e ->
          words(
              "writing has ended (%s); reads go on. Mend the cause, close the store and open it again",
              e.cause());
      case StoreEvent.Checkpointed e ->
          words(
              "took a checkpoint into %s in %s: %,d files linked, %,d copied (%s)",
              e.directory(), e.took(), e.filesLinked(), e.filesCopied(), bytes(e.bytesCopied()));
      case StoreEvent.Closed e -> words("closed in %s", e.took());
    };
  }

  /** Returns the options that are not the default ones. */
  private static String unusual(String options) {
    Set<String> usual = Set.of(DbOptions.defaults().toString().split(" "));
    String others =
        Stream.of(options.split(" "))
            .filter(option -> !usual.contains(option))
            .collect(Collectors.joining(" "));
    return others.isEmpty() ? "default options" : others;
  }

  /** Formats a line; times and tables are put into words. */
  public static String words(String format, Object... figures) {
    return String.format(
        Locale.ROOT, format, Arrays.stream(figures).map(LogLines::figure).toArray());
  }

  private static Object figure(Object figure) {
    return switch (figure) {
      case Duration time -> time(time.toNanos() / 1e9);
      case Tables tables when tables.count() == 0 -> "no table";
      case Tables(int count, long entries, long bytes) ->
          words(
              "%,d %s (%,d entries, %s)",
              count, count == 1 ? "table" : "tables", entries, bytes(bytes));
      default -> figure;
    };
  }

  /** Returns a time in the unit that fits: below a second, in three digits at most. */
  public static String time(double seconds) {
    if (seconds >= 0.9995) {
      return words("%.1f s", seconds);
    }
    double millis = seconds * 1e3;
    boolean isShort = millis < 0.9995;
    double figure = isShort ? millis * 1e3 : millis;
    return words(figure < 9.95 ? "%.1f %s" : "%.0f %s", figure, isShort ? "us" : "ms");
  }

  /** Returns a number of bytes in the unit that fits. */
  public static String bytes(long bytes) {
    if (bytes < KIB) {
      return bytes + " bytes";
    }
    long unit = bytes < MIB ? KIB : bytes < GIB ? MIB : GIB;
    String name = unit == KIB ? "KiB" : unit == MIB ? "MiB" : "GiB";
    return words("%.1f %s", (double) bytes / unit, name);
  }
}
