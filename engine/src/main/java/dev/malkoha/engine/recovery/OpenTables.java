package dev.malkoha.engine.recovery;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestFacts;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.OpenFile;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Table.OpenTable;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles.OpenValueFile;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * All tables and value files that are open, so that closing the store closes them even under a
 * forgotten cursor. Those that nobody holds any more leave by themselves, with their files if the
 * manifest does not name them; a table lets go of the value files it points into. Any thread.
 */
public final class OpenTables implements Closeable {

  private static final Filter NO_FILTER = noFilter();

  /** With fewer and smaller tables, a second thread costs as much as it saves. */
  private static final int AHEAD_TABLES_MIN = 256;

  private static final long AHEAD_BYTES_MIN = 64 << 20;

  private final TableFiles files;
  private final @Nullable Consumer<Problem> problems;
  private final Observer observer;
  private final Predicate<String> stays;
  private final Set<OpenFile> open = ConcurrentHashMap.newKeySet();

  /**
   * The open value files, each once, however many tables point into it, by all that a manifest says
   * of them: a file of another copy of the store, which was put in this one's place, may have the
   * same number.
   */
  private final Map<ValueFileMeta, OpenValueFile> values = new ConcurrentHashMap<>();

  /** Tables by number that {@link #openAhead} has opened; each is handed out once. */
  private final Map<Long, Table> ahead = new ConcurrentHashMap<>();

  private static Filter noFilter() {
    byte[] block = FilterPolicy.none().build(new long[0], 0, 0);
    return Filters.open(block, 0, block.length);
  }

  /**
   * Opens tables.
   *
   * @param problems is told of tables of which nobody knows any more what is dead in them; null for
   *     a store that is written to, which must know
   * @param observer is told when they leave too little of the heap
   * @param stays whether a file that nobody holds any more is not to be deleted, by its name
   */
  public OpenTables(
      TableFiles files,
      @Nullable Consumer<Problem> problems,
      Observer observer,
      Predicate<String> stays) {
    this.files = files;
    this.observer = observer;
    this.problems = problems;
    this.stays = stays;
  }

  /** Opens a table, or hands out the one that was opened ahead. */
  public Table open(TableMeta meta) throws IOException {
    Table table = ahead.remove(meta.number());
    return table == null ? openNow(meta) : table;
  }

  /**
   * Opens all tables that a manifest names in two threads, if they are many or large: many take
   * calls of the operating system, large ones the reading of indexes and filters.
   */
  public void openAhead(ManifestState state) throws IOException {
    List<TableMeta> wanted = state.tables().toList();
    long bytes = wanted.stream().mapToLong(TableMeta::fileBytes).sum();
    if (wanted.size() >= AHEAD_TABLES_MIN || bytes >= AHEAD_BYTES_MIN) {
      AtomicInteger next = new AtomicInteger();
      OwnThread.Action<Boolean> share =
          () -> {
            for (int i = next.getAndIncrement(); i < wanted.size(); i = next.getAndIncrement()) {
              ahead.put(wanted.get(i).number(), openNow(wanted.get(i)));
            }
            return true;
          };
      OwnThread.both(share, share);
    }
  }

  private Table openNow(TableMeta meta) throws IOException {
    TableReader reader = files.open(meta);
    List<OpenValueFile> held = new ArrayList<>();
    try {
      TableReader living = living(meta, reader);
      ManifestFacts.check(meta, living, files.hasher());
      // The file's own handle keeps no filter: each table over it has the state of its version.
      DeletionVector none = DeletionVector.none(reader.properties().entries());
      TableReader file = reader.with(none, NO_FILTER);
      for (TableMeta.ValueUse use : meta.values()) {
        held.add(hold(use.file()));
      }
      OpenTable openFile =
          new OpenTable(meta.number(), file, living.heapBytes(), held, this::released);
      open.add(openFile);
      HeapUse heap = files.resources().heap();
      if (heap.opened(openFile.heapBytes())) {
        observer.heapTight(heap.boundBytes(), heap.tableBytes(), heap.heapBytes());
      }
      return new Table(openFile, meta, living);
    } catch (IOException | RuntimeException | Error e) {
      letGo(held);
      reader.close();
      throw e;
    }
  }

  /** Opens, or holds once more, a value file that a table points into. */
  private synchronized OpenValueFile hold(ValueFileMeta meta) throws IOException {
    OpenValueFile known = values.get(meta);
    if (known != null && known.tryRetain()) {
      return known;
    }
    ValueFileReader reader = files.openValues(meta);
    try {
      OpenValueFile opened = new OpenValueFile(meta, reader, this::released);
      open.add(opened);
      values.put(meta, opened); // one that was let go of leaves by itself
      return opened;
    } catch (Error e) { // as of memory
      Aftermath.of(e, reader::close);
      throw e;
    }
  }

  /** Allocates nothing, as memory may be what has failed. */
  private static void letGo(List<OpenValueFile> values) {
    for (int i = 0; i < values.size(); i++) {
      values.get(i).release();
    }
  }

  /** The table without what is dead in it, if that is known. */
  private TableReader living(TableMeta meta, TableReader reader) throws IOException {
    try {
      return files.living(meta, reader);
    } catch (DbCorruptionException e) {
      if (problems == null) {
        throw e;
      }
      String table = FileNames.table(meta.number());
      problems.accept(Problem.of(Problem.Kind.DELETES, table, String.valueOf(e.getMessage())));
      return reader;
    }
  }

  /**
   * Nobody can be told of a failure here, and none matters to the data: what is not deleted now is
   * deleted at the next open.
   */
  private void released(OpenFile file) {
    try {
      if (close(file) && !stays.test(file.name())) {
        files.delete(file.name());
      }
    } catch (IOException | RuntimeException | Error e) {
      StoreLog.warn("could not remove " + file.name(), e);
    } finally {
      if (file instanceof OpenTable table) {
        letGo(table.valueFiles());
      }
    }
  }

  /** Closes a file; false if it was closed with the others. */
  private boolean close(OpenFile file) throws IOException {
    if (!open.remove(file)) {
      return false;
    }
    if (file instanceof OpenTable table) {
      files.resources().heap().closed(table.heapBytes());
    } else if (file instanceof OpenValueFile valueFile) {
      values.remove(valueFile.meta(), valueFile); // unless a newer one has its place
    }
    file.close();
    return true;
  }

  @Override
  public void close() throws IOException {
    Aftermath.closeAll(open.stream().<Closeable>map(file -> () -> close(file)).toList());
  }
}
