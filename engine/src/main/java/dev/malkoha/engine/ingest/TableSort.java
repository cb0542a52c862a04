package dev.malkoha.engine.ingest;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.IngestOptions.Phase;
import dev.malkoha.engine.IngestOptions.Progress;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.PutUntil;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.ValueUse;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * Makes sorted tables of entries in any order: of each key the last one. They are drafts, durable,
 * and all their entries have the number 0.
 *
 * <p>As much as fits into half of the memory is sorted there and written as a run of tables, while
 * the other half is filled; several runs are merged into one, below and above a key in the middle
 * at the same time. Sorted entries are one run and written once, as they are read.
 *
 * <p>Closing it lets go of all tables that were made; files that no edit has named are deleted. One
 * thread.
 */
public final class TableSort implements Closeable {

  /** The most runs that are merged at the same time. */
  static final int RUNS_MERGED = 64;

  private static final int RUN_BLOCK_BYTES = 32 << 10;

  /** Entries after which the listener is told how many there were. */
  private static final int TOLD_EVERY = 1 << 16;

  /** So much is looked at to tell whether entries come sorted. */
  private static final int LOOKED_AT_BYTES = 256 << 10;

  /**
   * How many times as large tables are that cannot go below level 0: every read asks each of them.
   */
  private static final int SHALLOW_TABLES = 8;

  private static final byte[] FIRST_KEY = {};

  @SuppressWarnings("UnnecessaryLambda") // a method would have a parameter that it does not use
  private static final LongConsumer UNTOLD = _ -> {};

  private final Shared shared;
  private final Tree tree;
  private final KeyspaceOptions options;
  private final boolean inTwoThreads;
  private final Consumer<Progress> listener;

  /** Runs of tables, an older one before a newer one. */
  private final List<List<Table>> runs = new ArrayList<>();

  /** The middle key of each run that was sorted in memory. */
  private final List<byte[]> middles = new ArrayList<>();

  /**
   * All tables that are there, those of a job that failed, too. The sort holds them open; each
   * shows all entries under its run's number.
   */
  private final Map<Table, WrittenTable> made = new ConcurrentHashMap<>();

  /** The entry that was read and not taken yet. */
  private Map.@Nullable Entry<byte[], byte[]> pending;

  private long read;

  /**
   * Prepares a sort.
   *
   * @param tree for which tables are made
   * @param inTwoThreads whether there may be another thread than the caller's
   * @param listener is told, in the caller's thread, how far it is
   */
  TableSort(Shared shared, Tree tree, boolean inTwoThreads, Consumer<Progress> listener) {
    this.shared = shared;
    this.tree = tree;
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
      if (keys.incrementAndGet() % TOLD_EVERY == 0) {
        told.accept(keys.get());
      }
      return !shared.health().isOpen() || shared.health().isSealed() || tree.isDropped();
    };
  }

  /**
   * Makes tables of all entries of an input, each taken once, in the caller's thread.
   *
   * @param memoryBytes for entries that are being sorted
   */
  public void sort(Iterator<? extends Map.Entry<byte[], byte[]>> input, long memoryBytes)
      throws IOException {
    long half = memoryBytes / 2;
    EntryBuffer buffer = new EntryBuffer();
    long look = Math.min(memoryBytes, LOOKED_AT_BYTES);
    fill(buffer, input, look);
    if (buffer.count() > 0 && buffer.isAscending()) {
      EntryCursor ascending = buffer.cursorOn(next -> fill(next, input, look));
      runs.add(run(lasting(cut(buffer), UNTOLD), 0, ascending));
    }
    boolean fits = !fill(buffer, input, half);
    if (fits && runs.isEmpty() && buffer.count() > 0) {
      buffer.sort();
      byte[] middle = buffer.key(buffer.count() / 2);
      runs.add(writeHalves(buffer::cursor, middle, cut(buffer), UNTOLD));
    } else {
      sortRuns(buffer, next -> fill(next, input, half));
    }
    tell(Phase.READING, read);
    mergeRuns();
  }

  /** Adds entries to a buffer while there is room for them; tells whether more are left. */
  private boolean fill(
      EntryBuffer buffer, Iterator<? extends Map.Entry<byte[], byte[]>> input, long bytesMax) {
    Map.Entry<byte[], byte[]> next = peek(input);
    while (next != null
        && buffer.add(next.getKey(), next.getValue(), next instanceof PutUntil, bytesMax)) {
      pending = null;
      next = peek(input);
    }
    return next != null;
  }

  /** An entry as it is stored: one that expires has that in its value. */
  private Map.Entry<byte[], byte[]> stored(Map.Entry<byte[], byte[]> entry) {
    byte[] key = entry.getKey();
    byte[] value = entry.getValue();
    long expiry = entry instanceof PutUntil given ? given.expiry() : tree.expiry(key, value);
    if (expiry == Tree.NEVER) {
      return Map.entry(key, value);
    }
    tree.timeIn(0); // from now on the store tells it
    return new PutUntil(key, Batch.valueUntil(expiry, value), expiry);
  }

  private Map.@Nullable Entry<byte[], byte[]> peek(
      Iterator<? extends Map.Entry<byte[], byte[]>> input) {
    if (pending == null && input.hasNext()) {
      pending = stored(input.next());
      read++;
      if (read % TOLD_EVERY == 0) {
        tell(Phase.READING, read);
      }
    }
    return pending;
  }

  /**
   * Sorts half as much at a time as memory allows; while it is written, what follows is read.
   *
   * @param begin what was read already
   */
  private void sortRuns(EntryBuffer begin, Predicate<EntryBuffer> filling) throws IOException {
    EntryBuffer full = begin;
    EntryBuffer empty = new EntryBuffer();
    while (full.count() > 0) {
      EntryBuffer written = full;
      EntryBuffer filled = empty;
      atOnce(() -> filling.test(filled), () -> writeRun(written));
      full = filled;
      empty = written;
    }
  }

  private boolean writeRun(EntryBuffer buffer) throws IOException {
    buffer.sort();
    middles.add(buffer.key(buffer.count() / 2));
    runs.add(run(forAWhile(UNTOLD), runs.size(), buffer.cursor()));
    buffer.clear();
    return true;
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

  /**
   * Writes what stays of sorted entries, below and above a key in the middle at the same time.
   *
   * @param source gives a new cursor over the entries
   * @param told how many keys were written, now and then
   */
  private List<Table> writeHalves(
      Supplier<EntryCursor> source, byte[] middle, long cut, LongConsumer told) throws IOException {
    List<Table> result = new ArrayList<>();
    List<Table> above = new ArrayList<>();
    AtomicLong keysAbove = new AtomicLong();
    MergeJob lowJob = lasting(cut, keys -> told.accept(keys + keysAbove.get()));
    MergeJob highJob = lasting(cut, keysAbove::set);
    try (EntryCursor low = source.get();
        EntryCursor high = source.get()) {
      atOnce(
          () -> result.addAll(run(lowJob, 0, low, FIRST_KEY, middle)),
          () -> above.addAll(run(highJob, 0, high, middle, null)));
    }
    result.addAll(above);
    return result;
  }

  /**
   * Makes tables of the entries of tables of no store, which do not overlap. Nothing in them says
   * when an entry expires.
   */
  @SuppressWarnings("try") // what is named only to be closed
  public void copyAll(Disk disk, List<Path> files) throws IOException {
    if (options.ages()) {
      throw new IllegalStateException(
          "entries of the keyspace expire, and those of files do not say when: add what they hold by ingest(...) of entries");
    }
    List<LooseTable> opened = new ArrayList<>();
    try (Closeable all = () -> Aftermath.closeAll(opened)) {
      List<LooseTable> tables = LooseTable.open(disk, files, opened);
      if (tables.isEmpty()) {
        return;
      }
      long bytes =
          tables.stream().mapToLong(table -> table.reader().properties().fileBytes()).sum();
      boolean overlap =
          tables.stream().anyMatch(table -> overlaps(table.smallestKey(), table.largestKey()));
      MergeJob job = lasting(cut(overlap, bytes), count -> tell(Phase.READING, count));
      try (EntryCursor source =
          MergingCursor.of(tables.stream().map(table -> table.reader().cursor(false)).toList())) {
        runs.add(run(job, 0, source));
      }
    }
    read = tables().stream().mapToLong(table -> table.meta().entries()).sum();
    tell(Phase.READING, read);
  }

  private long cut(EntryBuffer begin) {
    return cut(overlaps(begin.key(0), begin.key(begin.count() - 1)), 0);
  }

  /**
   * The bytes at which a table is ended.
   *
   * @param overlaps whether tables of the tree have keys in the range of one of those to be made
   * @param bytes about how many the tables will have together; 0 if that is not known
   */
  private long cut(boolean overlaps, long bytes) {
    long cut = options.tableBytes();
    return overlaps ? Math.max(SHALLOW_TABLES * cut, bytes / SHALLOW_TABLES + 1) : cut;
  }

  private boolean overlaps(byte[] smallest, byte[] largest) {
    return tree.view().version().tables().stream()
        .anyMatch(table -> table.meta().overlaps(smallest, largest));
  }

  private void mergeRuns() throws IOException {
    while (runs.size() > RUNS_MERGED) {
      for (int first = 0; runs.size() > RUNS_MERGED && first + 1 < runs.size(); first++) {
        mergeSome(runs.subList(first, Math.min(first + RUNS_MERGED, runs.size())));
      }
    }
    if (runs.size() > 1) {
      mergeAll();
    }
  }

  /** Merges all runs into what stays, below and above a key in the middle. */
  private void mergeAll() throws IOException {
    boolean overlap =
        runs.stream()
            .flatMap(List::stream)
            .map(Table::meta)
            .anyMatch(table -> overlaps(table.smallestKey(), table.largestKey()));
    long bytes = runs.stream().mapToLong(TableSort::bytes).sum();
    middles.sort(Arrays::compareUnsigned);
    byte[] middle = middles.get(middles.size() / 2);
    long cut = cut(overlap, bytes);
    replace(runs, writeHalves(() -> merge(runs), middle, cut, this::tellMerged));
  }

  /** Merges neighbouring runs into one, for a while. */
  private void mergeSome(List<List<Table>> some) throws IOException {
    long number = some.getLast().getFirst().meta().largestSequence();
    List<Table> merged;
    try (EntryCursor source = merge(some)) {
      merged = run(forAWhile(this::tellMerged), number, source);
    }
    replace(some, merged);
  }

  /** Puts one run in the place of some, whose tables are deleted. */
  private void replace(List<List<Table>> some, List<Table> run) {
    List<Table> old = some.stream().flatMap(List::stream).toList();
    some.clear();
    some.add(run);
    old.forEach(this::delete);
  }

  /** A cursor over the entries of runs; of equal keys the newest run's comes first. */
  private static EntryCursor merge(List<List<Table>> some) {
    return MergingCursor.of(some.stream().map(TableSort::cursor).toList());
  }

  private static EntryCursor cursor(List<Table> run) {
    return SortedRun.of(1, run).getFirst().cursor(false);
  }

  /** Makes tables that will be merged: nothing is packed, and nobody looks a key up in them. */
  private MergeJob forAWhile(LongConsumer told) throws IOException {
    KeyspaceOptions plain =
        KeyspaceOptions.builder().blockBytes(RUN_BLOCK_BYTES).compression(Compression.NONE).build();
    return job(
        tree.files().with(plain), FilterPolicy.none(), SHALLOW_TABLES * options.tableBytes(), told);
  }

  /**
   * Makes tables that stay. Most data will be in the deepest level, so the filter is that of one.
   */
  private MergeJob lasting(long cut, LongConsumer told) {
    return job(tree.files(), options.filter().atLevel(1, 1), cut, told);
  }

  /** A job whose entries may point into the value files of all tables so far. */
  private MergeJob job(TableFiles files, FilterPolicy filter, long cut, LongConsumer told) {
    Map<Long, ValueFileMeta> known = new HashMap<>();
    for (WrittenTable table : made.values()) {
      table.valueFiles().forEach(file -> known.put(file.number(), file));
    }
    MergePlan plan = MergePlan.ingestion(files, filter, cut, known);
    return new MergeJob(
        files, tree.versions()::newFileNumber, plan, CompactionFilter.NONE, ending(told));
  }

  private List<Table> run(MergeJob job, long number, EntryCursor source) throws IOException {
    return run(job, number, source, FIRST_KEY, null);
  }

  /**
   * Runs a job over the entries from one key to another, and opens what it makes under a number:
   * the greatest tells the newest of a key.
   *
   * @param to the first key after them; null if there is none
   */
  private List<Table> run(
      MergeJob job, long number, EntryCursor source, byte[] from, byte @Nullable [] to)
      throws IOException {
    source.seek(from, 0, from.length, EntryKind.readTag(EntryKind.SEQUENCE_MAX));
    List<WrittenTable> written =
        job.run(source, to).stream().map(table -> whole(table.numbered(number))).toList();
    List<Table> run = tree.versions().open(written);
    for (int i = 0; i < run.size(); i++) {
      made.put(run.get(i), written.get(i));
    }
    return run;
  }

  /** A table with all the value files that it points into: they join the store with it. */
  private static WrittenTable whole(WrittenTable table) {
    List<ValueFileMeta> files = table.meta().values().stream().map(ValueUse::file).toList();
    return new WrittenTable(table.meta(), table.tombstones(), files);
  }

  /** The tables, by key; they do not overlap. */
  List<Table> tables() {
    return runs.isEmpty() ? List.of() : runs.getFirst();
  }

  /** What was written of a table. */
  WrittenTable written(Table table) {
    return Objects.requireNonNull(made.get(table), "one of its tables");
  }

  /** Has a few large tables take the place of some neighbours: they cannot go below level 0. */
  void join(List<Table> some) throws IOException {
    List<Table> joined = new ArrayList<>(some);
    MergeJob job = lasting(bytes(some) / (SHALLOW_TABLES / 2) + 1, this::tellMerged);
    try (EntryCursor source = cursor(some)) {
      List<Table> made = run(job, 0, source);
      some.clear();
      some.addAll(made);
    }
    joined.forEach(this::delete);
  }

  /** Entries that were read. */
  long read() {
    return read;
  }

  private static long bytes(List<Table> tables) {
    return tables.stream().mapToLong(table -> table.meta().fileBytes()).sum();
  }

  /** Deletes a table, and the value files that none of the others points into. */
  private void delete(Table table) {
    table.release();
    made.remove(table);
  }

  @Override
  public void close() {
    made.keySet().forEach(Table::release);
    made.clear();
  }
}
