package dev.malkoha.engine.ingest;

import dev.malkoha.engine.IngestOptions.Phase;
import dev.malkoha.engine.IngestOptions.Progress;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.ValueUse;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.OwnThread;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes sorted tables of entries in any order: of each key the last one. They are drafts, durable,
 * and all their entries have the number 0.
 *
 * <p>As much as fits into half of the memory is sorted there and written as a run of tables, while
 * the other half is filled; several runs are merged into one, below and above a key in the middle
 * at the same time. Sorted entries are one run and written once, as they are read.
 *
 * <p>Closing it deletes all tables that were made and not {@link #keep kept}. One thread.
 */
public final class TableSort implements Closeable {

  /** The most runs that are merged at the same time. */
  static final int RUNS_MERGED = 64;

  private static final int RUN_BLOCK_BYTES = 32 << 10;

  /** So much is looked at to tell whether entries come sorted. */
  private static final int LOOKED_AT_BYTES = 256 << 10;

  /**
   * How many times as large tables are that cannot go below level 0: every read asks each of them.
   */
  private static final int SHALLOW_TABLES = 8;

  @SuppressWarnings("UnnecessaryLambda") // a method would have a parameter that it does not use
  private static final LongConsumer UNTOLD = _ -> {};

  private final Shared shared;
  private final Versions versions;
  private final Tree tree;
  private final TableFiles files;
  private final KeyspaceOptions options;
  private final boolean inTwoThreads;
  private final Consumer<Progress> listener;
  private final List<List<WrittenTable>> runs = new ArrayList<>();

  /** The middle key of each run that was sorted in memory. */
  private final List<byte[]> middles = new ArrayList<>();

  /** Value files of this sort by number; later merges keep pointing into them. */
  private final Map<Long, ValueFileMeta> valueFiles = new ConcurrentHashMap<>();

  private long read;

  /**
   * Prepares a sort.
   *
   * @param tree for which tables are made
   * @param inTwoThreads whether there may be another thread than the caller's
   * @param listener is told, in the caller's thread, how far it is
   */
  TableSort(
      Shared shared,
      Versions versions,
      Tree tree,
      boolean inTwoThreads,
      Consumer<Progress> listener) {
    this.shared = shared;
    this.versions = versions;
    this.tree = tree;
    this.files = tree.files();
    this.options = tree.options();
    this.inTwoThreads = inTwoThreads;
    this.listener = listener;
  }

  private void tell(Phase phase, long entries) {
    listener.accept(new Progress(phase, entries));
  }

  private void tellMerged(long entries) {
    tell(Phase.MERGING, entries);
  }

  /** Asks at each key of a job whether it cannot go on, and tells the number of keys so far. */
  private BooleanSupplier ending(LongConsumer told) {
    AtomicLong keys = new AtomicLong();
    return () -> {
      if (keys.incrementAndGet() % Input.TOLD_EVERY == 0) {
        told.accept(keys.get());
      }
      return !shared.health().isOpen() || shared.health().isSealed() || tree.isDropped();
    };
  }

  /**
   * Makes tables of all entries of an input.
   *
   * @param memoryBytes for entries that are being sorted
   */
  public void sort(Iterator<? extends Map.Entry<byte[], byte[]>> input, long memoryBytes)
      throws IOException {
    Input in = new Input(input, count -> tell(Phase.READING, count));
    EntryBuffer first = new EntryBuffer(Math.min(memoryBytes, LOOKED_AT_BYTES));
    in.fill(first);
    if (first.count() > 0 && first.isAscending()) {
      long cut = cut(first.key(0), first.key(first.count() - 1), 0);
      runs.add(run(lasting(cut, UNTOLD), new Input.AscendingFeed(first, in)));
      first.clear();
    }
    boolean isFinal = (first.isEmpty() && !in.hasMore()) || sortRuns(in, first, memoryBytes);
    noteRead(in.read());
    mergeRuns(isFinal);
  }

  /**
   * Sorts half as much at a time as memory allows; while it is written, what follows is read.
   *
   * @param begin what was read already
   * @return whether all of it is as it is to stay
   */
  private boolean sortRuns(Input in, EntryBuffer begin, long memoryBytes) throws IOException {
    EntryBuffer full = begin;
    full.allow(memoryBytes / 2);
    in.fill(full);
    if (runs.isEmpty() && !in.hasMore()) {
      runs.add(writeSorted(full));
      return true;
    }
    EntryBuffer empty = new EntryBuffer(memoryBytes / 2);
    while (!full.isEmpty()) {
      EntryBuffer written = full;
      EntryBuffer filled = empty;
      atOnce(
          () -> in.fill(filled),
          () -> {
            written.sort();
            middles.add(written.key(written.count() / 2));
            EntryCursor source = new EntryBuffer.BufferCursor(written, 0, written.count());
            runs.add(run(forAWhile(UNTOLD), source));
            return written.clear();
          });
      full = filled;
      empty = written;
    }
    return false;
  }

  /** Does two things, at the same time if there may be two threads; the first in the caller's. */
  private void atOnce(OwnThread.Action<Boolean> here, OwnThread.Action<Boolean> beside)
      throws IOException {
    if (inTwoThreads) {
      OwnThread.both(here, beside);
    } else {
      beside.run();
      here.run();
    }
  }

  private List<WrittenTable> writeSorted(EntryBuffer buffer) throws IOException {
    buffer.sort();
    int count = buffer.count();
    int middle = count / 2;
    while (middle > 0 && buffer.isSameKey(middle - 1, middle)) {
      middle--;
    }
    long cut = cut(buffer.key(0), buffer.key(count - 1), 0);
    return writeHalves(
        new EntryBuffer.BufferCursor(buffer, 0, middle),
        new EntryBuffer.BufferCursor(buffer, middle, count),
        lasting(cut, UNTOLD),
        lasting(cut, UNTOLD));
  }

  /** Writes what stays of two sources, of which one is below the other, at the same time. */
  private List<WrittenTable> writeHalves(
      EntryCursor low, EntryCursor high, MergeJob lowJob, MergeJob highJob) throws IOException {
    List<WrittenTable> below = new ArrayList<>();
    List<WrittenTable> above = new ArrayList<>();
    boolean whole = false;
    try {
      atOnce(() -> below.addAll(run(lowJob, low)), () -> above.addAll(run(highJob, high)));
      whole = true;
    } finally {
      if (!whole) {
        delete(below);
        delete(above);
      }
    }
    below.addAll(above);
    return below;
  }

  /** Makes tables of the entries of tables of no store, which do not overlap, in order. */
  public void copyAll(List<LooseTables.LooseTable> tables) throws IOException {
    if (tables.isEmpty()) {
      return;
    }
    byte[] smallest = tables.getFirst().properties().smallestKey();
    byte[] largest = tables.getLast().properties().largestKey();
    long bytes = tables.stream().mapToLong(table -> table.properties().fileBytes()).sum();
    List<OwnThread.Action<TableReader>> readers =
        tables.stream().<OwnThread.Action<TableReader>>map(table -> table::reader).toList();
    long cut = cut(smallest, largest, bytes);
    try (EntryCursor source = new TableChain(readers)) {
      runs.add(run(lasting(cut, count -> tell(Phase.READING, count)), source));
    }
    noteRead(tables().stream().mapToLong(table -> table.meta().entries()).sum());
  }

  private void noteRead(long entries) {
    read = entries;
    tell(Phase.READING, entries);
  }

  private long cut(byte[] smallest, byte[] largest, long bytes) {
    long cut = options.tableBytes();
    boolean overlaps =
        tree.view().version().tables().stream()
            .anyMatch(table -> table.meta().overlaps(smallest, largest));
    return overlaps ? Math.max(SHALLOW_TABLES * cut, bytes / SHALLOW_TABLES + 1) : cut;
  }

  private void mergeRuns(boolean isFinal) throws IOException {
    while (runs.size() > RUNS_MERGED) {
      for (int first = 0; runs.size() > RUNS_MERGED && first + 1 < runs.size(); first++) {
        int end = Math.min(first + RUNS_MERGED, runs.size());
        mergeSome(first, end);
      }
    }
    if (!isFinal || runs.size() > 1) {
      mergeAll();
    }
  }

  /** Merges all runs into what stays, below and above a key in the middle. */
  private void mergeAll() throws IOException {
    List<WrittenTable> all = runs.stream().flatMap(List::stream).toList();
    middles.sort(Arrays::compareUnsigned);
    byte[] middle = middles.get(middles.size() / 2);
    long cut = cut(smallest(all), largest(all), bytes(all));
    AtomicLong above = new AtomicLong();
    List<WrittenTable> result;
    try (EntryCursor low = merge(runs, null, middle);
        EntryCursor high = merge(runs, middle, null)) {
      result =
          writeHalves(
              low,
              high,
              lasting(cut, count -> tell(Phase.MERGING, count + above.get())),
              lasting(cut, above::set));
    }
    runs.clear();
    runs.add(result);
    delete(all);
  }

  /** Merges neighbouring runs into one, for a while. */
  private void mergeSome(int first, int end) throws IOException {
    List<List<WrittenTable>> some = runs.subList(first, end);
    List<WrittenTable> old = some.stream().flatMap(List::stream).toList();
    List<WrittenTable> result;
    try (EntryCursor source = merge(some, null, null)) {
      result = run(forAWhile(this::tellMerged), source);
    }
    some.clear();
    runs.add(first, result);
    delete(old);
  }

  /**
   * Merges the entries of runs between two keys, where given; of equal keys the last run's wins.
   */
  private EntryCursor merge(
      List<List<WrittenTable>> some, byte @Nullable [] from, byte @Nullable [] to) {
    List<EntryCursor> sources = new ArrayList<>();
    for (List<WrittenTable> run : some) {
      sources.add(new TableChain(opened(run, sources.size() + 1L), from, to));
    }
    return MergingCursor.of(sources);
  }

  /** A run's tables under a number: a greater one is newer. */
  private List<OwnThread.Action<TableReader>> opened(List<WrittenTable> run, long sequence) {
    return run.stream()
        .<OwnThread.Action<TableReader>>map(
            table -> () -> files.open(table.meta().numbered(sequence)))
        .toList();
  }

  /** Makes tables that will be merged: nothing is packed, and nobody looks a key up in them. */
  private MergeJob forAWhile(LongConsumer told) throws IOException {
    TableFiles plain =
        files.with(
            RUN_BLOCK_BYTES, Codecs.ready(Codecs.NONE), FilterPolicy.none(), KeyPrefix.none());
    return job(plain, FilterPolicy.none(), SHALLOW_TABLES * options.tableBytes(), told);
  }

  /**
   * Makes tables that stay. Most data will be in the deepest level, so the filter is that of one.
   */
  private MergeJob lasting(long cut, LongConsumer told) {
    return job(files, options.filter().atLevel(1, 1), cut, told);
  }

  private MergeJob job(TableFiles files, FilterPolicy filter, long cut, LongConsumer told) {
    MergePlan plan = MergePlan.ingestion(files, filter, cut, valueFiles);
    return new MergeJob(files, versions::newFileNumber, plan, ending(told));
  }

  /** Runs a job. The value files that it writes are the sort's, whatever becomes of its tables. */
  private List<WrittenTable> run(MergeJob job, EntryCursor source) throws IOException {
    List<WrittenTable> written = job.run(source);
    for (WrittenTable table : written) {
      table.valueFiles().forEach(file -> valueFiles.put(file.number(), file));
    }
    return written.stream().map(TableSort::whole).toList();
  }

  /** A table with all the value files that it points into: they join the store with it. */
  private static WrittenTable whole(WrittenTable table) {
    List<ValueFileMeta> files = table.meta().values().stream().map(ValueUse::file).toList();
    return new WrittenTable(table.meta(), table.tombstones(), table.crc(), files);
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
    try (EntryCursor source = new TableChain(opened(some, 1))) {
      long cut = bytes(some) / (SHALLOW_TABLES / 2) + 1;
      joined = run(lasting(cut, this::tellMerged), source);
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
    valueFiles.clear();
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

  /** Deletes tables, and value files that none of the runs' points into any more. */
  private void delete(List<WrittenTable> tables) throws IOException {
    for (WrittenTable table : tables) {
      files.delete(table.meta().number());
    }
    Set<Long> used =
        runs.stream()
            .flatMap(List::stream)
            .flatMap(table -> table.valueFiles().stream())
            .map(ValueFileMeta::number)
            .collect(Collectors.toSet());
    for (long number : List.copyOf(valueFiles.keySet())) {
      if (!used.contains(number)) {
        files.deleteValues(number);
        valueFiles.remove(number);
      }
    }
  }

  @Override
  public void close() throws IOException {
    List<WrittenTable> left = runs.stream().flatMap(List::stream).toList();
    runs.clear();
    delete(left);
  }
}
