package dev.malkoha.engine.ingest;

import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.compression.Codecs;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Makes sorted tables of entries in any order: of each key the last one. They are drafts, durable,
 * and all their entries have the number 0.
 *
 * <p>As much as fits into memory is sorted there and written as a run of tables; several runs are
 * merged into one. Sorted entries are one run and written once.
 *
 * <p>Closing it deletes all tables that were made and not {@link #keep kept}. One thread.
 */
public final class TableSort implements Closeable {

  /** So many runs are read at the same time. */
  static final int RUNS_MERGED = 64;

  private static final int RUN_BLOCK_BYTES = 32 << 10;

  /** Tables that cannot go below level 0 are so many times as large: each is one more to ask. */
  private static final int SHALLOW_TABLES = 8;

  private final Place place;
  private final BooleanSupplier cancelled;
  private final Listener listener;
  private final List<List<WrittenTable>> runs = new ArrayList<>();
  private long read;

  /**
   * Where tables are made, and how.
   *
   * @param files makes them
   * @param fileNumbers gives out numbers
   * @param filter of tables that stay
   * @param tableBytes at which they are cut, if they can go below level 0
   * @param inTwoThreads whether tables are written in another thread than entries are read in
   * @param overlaps whether there is anything in the store from one key to another
   */
  public record Place(
      TableFiles files,
      LongSupplier fileNumbers,
      FilterPolicy filter,
      long tableBytes,
      boolean inTwoThreads,
      BiPredicate<byte[], byte[]> overlaps) {}

  /**
   * Is told now and then how far it is.
   *
   * @param read entries that were read so far
   * @param merged entries that were merged so far, of all
   */
  public record Listener(LongConsumer read, LongConsumer merged) {}

  /**
   * Prepares a sort.
   *
   * @param cancelled whether to give up, by throwing {@link MergeJob.CancelledException}
   */
  public TableSort(Place place, BooleanSupplier cancelled, Listener listener) {
    this.place = place;
    this.cancelled = cancelled;
    this.listener = listener;
  }

  /**
   * Makes tables of all entries of an input.
   *
   * @param memoryBytes for entries that are being sorted
   */
  public void sort(Iterator<? extends Map.Entry<byte[], byte[]>> input, long memoryBytes)
      throws IOException {
    RunFeed feed = new RunFeed(input, new EntryBuffer(memoryBytes), listener.read);
    boolean isFinal = false;
    while (feed.hasRun()) {
      isFinal = runs.isEmpty() && feed.mayBeAll();
      long cut = cut(feed.smallestKey(), feed.largestKey(), 0);
      runs.add(isFinal ? write(feed, place.files, place.filter, cut) : writeForAWhile(feed));
    }
    read = feed.read();
    listener.read.accept(read);
    mergeRuns(isFinal);
  }

  /** Makes tables of the entries of tables of no store, which do not overlap, in order. */
  public void copyAll(List<LooseTable> tables) throws IOException {
    if (!tables.isEmpty()) {
      copy(tables);
    }
  }

  private void copy(List<LooseTable> tables) throws IOException {
    byte[] smallest = tables.getFirst().properties().smallestKey();
    byte[] largest = tables.getLast().properties().largestKey();
    long bytes = tables.stream().mapToLong(table -> table.properties().fileBytes()).sum();
    List<TableChain.Opening> readers =
        tables.stream().<TableChain.Opening>map(table -> table::reader).toList();
    try (EntryCursor source = new Counting(new TableChain(readers), listener.read)) {
      runs.add(write(source, place.files, place.filter, cut(smallest, largest, bytes)));
    }
    read = entries(tables());
    listener.read.accept(read);
  }

  private long cut(byte[] smallest, byte[] largest, long bytes) {
    long cut = place.tableBytes;
    return place.overlaps.test(smallest, largest)
        ? Math.max(SHALLOW_TABLES * cut, bytes / SHALLOW_TABLES + 1)
        : cut;
  }

  private void mergeRuns(boolean isFinal) throws IOException {
    while (runs.size() > RUNS_MERGED) {
      for (int first = 0; runs.size() > RUNS_MERGED && first + 1 < runs.size(); first++) {
        int end = Math.min(first + RUNS_MERGED, runs.size());
        replace(first, end, this::writeForAWhile);
      }
    }
    if (runs.size() > 1 || (runs.size() == 1 && !isFinal)) {
      List<WrittenTable> all = runs.stream().flatMap(List::stream).toList();
      long cut = cut(smallest(all), largest(all), bytes(all));
      replace(0, runs.size(), source -> write(source, place.files, place.filter, cut));
    }
  }

  /** Merges neighbouring runs into one; of equal keys the one of the last run stays. */
  private void replace(int first, int end, Relay.Work<List<WrittenTable>> writing)
      throws IOException {
    List<List<WrittenTable>> merged = runs.subList(first, end);
    List<EntryCursor> sources = new ArrayList<>();
    for (List<WrittenTable> run : merged) {
      sources.add(chain(run, sources.size() + 1L));
    }
    List<WrittenTable> result;
    try (EntryCursor source = new Counting(MergingCursor.of(sources), listener.merged)) {
      result = writing.with(source);
    }
    List<WrittenTable> old = merged.stream().flatMap(List::stream).toList();
    merged.clear();
    runs.add(first, result);
    delete(old);
  }

  /** A run's entries under a number: a greater one is newer. */
  private TableChain chain(List<WrittenTable> run, long sequence) {
    return new TableChain(
        run.stream()
            .<TableChain.Opening>map(
                table -> () -> place.files.open(table.meta().numbered(sequence)))
            .toList());
  }

  /** As tables that will be merged: nothing is packed, and nobody looks a key up in them. */
  private List<WrittenTable> writeForAWhile(EntryCursor source) throws IOException {
    TableFiles plain =
        place.files.with(RUN_BLOCK_BYTES, Codecs.ready(Codecs.NONE), FilterPolicy.none());
    return write(source, plain, FilterPolicy.none(), SHALLOW_TABLES * place.tableBytes);
  }

  private List<WrittenTable> write(
      EntryCursor source, TableFiles files, FilterPolicy filter, long cut) throws IOException {
    MergeJob job = MergeJob.ingestion(files, place.fileNumbers, filter, cut, cancelled);
    return place.inTwoThreads ? Relay.run(source, job::run) : job.run(source);
  }

  /** The tables, by key; they do not overlap. */
  public List<WrittenTable> tables() {
    return runs.isEmpty() ? List.of() : runs.getFirst();
  }

  /** Has a few large tables take the place of some neighbours: they cannot go below level 0. */
  public void join(List<WrittenTable> some) throws IOException {
    List<WrittenTable> before = tables();
    int first = before.indexOf(some.getFirst());
    List<WrittenTable> joined;
    try (EntryCursor source = new Counting(chain(some, 1), listener.merged)) {
      joined = write(source, place.files, place.filter, bytes(some) / (SHALLOW_TABLES / 2) + 1);
    }
    List<WrittenTable> after = new ArrayList<>(before.subList(0, first));
    after.addAll(joined);
    after.addAll(before.subList(first + some.size(), before.size()));
    runs.set(0, after);
    delete(some);
  }

  /** Entries that were read. */
  public long read() {
    return read;
  }

  /** The tables are somebody else's from now on. */
  public void keep() {
    runs.clear();
  }

  private static byte[] smallest(List<WrittenTable> tables) {
    return tables.stream()
        .map(table -> table.meta().smallestKey())
        .min(Arrays::compareUnsigned)
        .orElseThrow();
  }

  private static byte[] largest(List<WrittenTable> tables) {
    return tables.stream()
        .map(table -> table.meta().largestKey())
        .max(Arrays::compareUnsigned)
        .orElseThrow();
  }

  private static long bytes(List<WrittenTable> tables) {
    return tables.stream().mapToLong(table -> table.meta().fileBytes()).sum();
  }

  private static long entries(List<WrittenTable> tables) {
    return tables.stream().mapToLong(table -> table.meta().entries()).sum();
  }

  private void delete(List<WrittenTable> tables) throws IOException {
    for (WrittenTable table : tables) {
      place.files.delete(table.meta().number());
    }
  }

  @Override
  public void close() throws IOException {
    List<WrittenTable> left = runs.stream().flatMap(List::stream).toList();
    runs.clear();
    delete(left);
  }
}
