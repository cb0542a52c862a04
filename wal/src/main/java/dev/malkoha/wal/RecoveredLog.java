package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.wal.SegmentCatalog.Found;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A log that was read and not yet touched: its records have been handed over, and it is known where
 * it ends. {@link #open} goes on from there; who only reads leaves it at that.
 */
public final class RecoveredLog {

  private final Directory directory;
  private final LogEnvironment environment;
  private final SegmentCatalog catalog;
  private final List<Found> chain;
  private final List<Slot> strays;
  private final long durable;
  private final long end;
  private final long ordinal;
  private final List<String> problems;

  /**
   * Takes what was found.
   *
   * @param catalog all segments and blank files
   * @param chain the segments that hold the log from the start position to the end; empty if the
   *     log held nothing at or after the start position
   * @param strays files with records that no way leads to
   * @param durable everything before this position is known to be durable
   * @param end the position after the last record
   * @param ordinal how many records the log had taken by then
   * @param problems what may have been lost, one sentence each
   */
  RecoveredLog(
      Directory directory,
      LogEnvironment environment,
      SegmentCatalog catalog,
      List<Found> chain,
      List<Slot> strays,
      long durable,
      long end,
      long ordinal,
      List<String> problems) {
    this.directory = directory;
    this.environment = environment;
    this.catalog = catalog;
    this.chain = List.copyOf(chain);
    this.strays = List.copyOf(strays);
    this.durable = durable;
    this.end = end;
    this.ordinal = ordinal;
    this.problems = List.copyOf(problems);
  }

  /**
   * Makes what was replayed durable and readies the log for appends. Only once, and only when the
   * start position of the recovery is durably known: the log gives away what lies before it. A
   * failed opening may be repeated, from the recovery on.
   *
   * @throws IOException if a file cannot be written
   */
  public Log open(LogOptions options) throws IOException {
    return open(options, environment.generations());
  }

  /**
   * The same.
   *
   * @param generations draws names for segments' lives: secret, and never the same twice
   */
  public Log open(LogOptions options, LongSupplier generations) throws IOException {
    LogEnvironment own = new LogEnvironment(generations, environment.maxRecordBytes());
    return LogOpening.open(this, directory, options, own);
  }

  /** The position after the last record, where an opening goes on. */
  public long end() {
    return end;
  }

  /**
   * What may have been lost, one sentence each: records that are there and cannot be reached, or
   * bytes at the end that nearly are a record. After a power cut this is what was not forced; else
   * it is damage.
   */
  public List<String> problems() {
    return problems;
  }

  SegmentCatalog catalog() {
    return catalog;
  }

  List<Found> chain() {
    return chain;
  }

  List<Slot> strays() {
    return strays;
  }

  long durable() {
    return durable;
  }

  long ordinal() {
    return ordinal;
  }
}
