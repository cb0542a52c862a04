package dev.malkoha.engine.observe;

import static dev.malkoha.engine.observe.Words.bytes;
import static dev.malkoha.engine.observe.Words.tables;
import static dev.malkoha.engine.observe.Words.time;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.Checkpointed;
import dev.malkoha.engine.events.Closed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.Damaged;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.HeapTight;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.Sealed;
import dev.malkoha.engine.events.Stalled;
import dev.malkoha.engine.events.StoreEvent;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the log says of events: one line each, which begins with the store's directory. */
final class LogLines {

  /** A stall is worth a warning from this on. */
  private static final Duration LONG_STALL = Duration.ofSeconds(1);

  void tell(StoreEvent event) {
    Level level = level(event);
    if (StoreLog.isTold(level)) {
      Throwable cause = event instanceof Sealed sealed ? sealed.cause() : null;
      StoreLog.tell(level, event.store() + ": " + line(event), cause);
    }
  }

  static Level level(StoreEvent event) {
    return switch (event) {
      case Opened _, Closed _, Checkpointed _ -> Level.INFO;
      case Recovered _, Flushed _, Compacted _, DeletesApplied _ -> Level.DEBUG;
      case Stalled stalled ->
          stalled.took().compareTo(LONG_STALL) >= 0 ? Level.WARNING : Level.DEBUG;
      case HeapTight _ -> Level.WARNING;
      case Damaged _, Sealed _ -> Level.ERROR;
    };
  }

  static String line(StoreEvent event) {
    return switch (event) {
      case Opened opened -> line(opened);
      case Recovered e ->
          String.format(
              Locale.ROOT,
              "recovered in %s: %s opened, %,d records (%s) read from the log",
              time(e.took()),
              tables(e.tables()),
              e.records(),
              bytes(e.bytes()));
      case Flushed e ->
          String.format(
              Locale.ROOT,
              "flushed a %s memtable (%s) of keyspace %s in %s: wrote %s",
              e.wasFull() ? "full" : "growing",
              bytes(e.memTableBytes()),
              e.keyspace(),
              time(e.took()),
              tables(e.written()));
      case Compacted compacted -> line(compacted);
      case DeletesApplied e ->
          String.format(
              Locale.ROOT,
              "applied deletes of keyspace %s in %s: %,d entries marked dead, %,d blocks read%s",
              e.keyspace(),
              time(e.took()),
              e.marked(),
              e.blocksRead(),
              e.complete() ? "" : "; some are tried again");
      case Stalled e ->
          String.format(
              Locale.ROOT,
              "writers to keyspace %s have waited for %s (%,d times): %s",
              e.keyspace(),
              time(e.took()),
              e.times(),
              e.cause().words(e.behind()));
      case Damaged e ->
          String.format(
              Locale.ROOT,
              "%s of keyspace %s is damaged; background work leaves it alone, reads elsewhere go on."
                  + " Restore a checkpoint or salvage the store: %s",
              e.file(),
              e.keyspace(),
              e.problem());
      case HeapTight e ->
          String.format(
              Locale.ROOT,
              "block cache and memtables may take %s, filters and indexes of open tables take %s, and"
                  + " the heap has %s at most. Raise -Xmx, or lower blockCacheBytes or memTableBytes",
              bytes(e.memoryBytesMax()),
              bytes(e.tableBytes()),
              bytes(e.heapBytes()));
      case Sealed e ->
          String.format(
              Locale.ROOT,
              "writing has ended (%s); reads go on. Mend the cause, close the store and open it again",
              e.cause());
      case Checkpointed e ->
          String.format(
              Locale.ROOT,
              "took a checkpoint into %s in %s: %,d files linked, %,d copied (%s)",
              e.directory(),
              time(e.took()),
              e.filesLinked(),
              e.filesCopied(),
              bytes(e.bytesCopied()));
      case Closed e -> "closed in " + time(e.took());
    };
  }

  private static String line(Opened e) {
    return String.format(
        Locale.ROOT,
        "opened %s in %s: %s; %s; %s",
        e.readOnly() ? "read-only" : "for writing",
        time(e.took()),
        tables(e.tables()),
        e.problems().isEmpty() ? "no problem" : "problems: " + String.join("; ", e.problems()),
        unusual(e.options()));
  }

  /** The options that are not the default ones. */
  private static String unusual(String options) {
    Set<String> usual = Set.of(DbOptions.defaults().toString().split(" "));
    String others =
        Stream.of(options.split(" "))
            .filter(option -> !usual.contains(option))
            .collect(Collectors.joining(" "));
    return others.isEmpty() ? "default options" : others;
  }

  private static String line(Compacted e) {
    Compacted.Way way = e.way();
    return String.format(
        Locale.ROOT,
        "compacted keyspace %s from level %d to %d in %s (%s): read %s, wrote %s",
        e.keyspace(),
        way.fromLevel(),
        way.toLevel(),
        time(e.took()),
        way.cause().words(),
        tables(e.read()),
        tables(e.written()));
  }

  /** Says why writers wait while they do: who looks at a store that stands still finds it here. */
  void stillStalled(Path store, Stalls.Lasting stall) {
    StallReason reason = stall.reason();
    StoreLog.warn(
        String.format(
            Locale.ROOT,
            "%s: a writer to keyspace %s has waited for %s by now (%,d wait in all): %s",
            store,
            reason.keyspace(),
            time(stall.soFar()),
            stall.writers(),
            reason.cause().words(reason.behind())),
        null);
  }

  /** Says that something could not be told. */
  void failed(Path store, Throwable why) {
    StoreLog.warn(store + ": an event could not be told", why);
  }
}
