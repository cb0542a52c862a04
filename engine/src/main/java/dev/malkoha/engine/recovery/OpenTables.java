package dev.malkoha.engine.recovery;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestFacts;
import dev.malkoha.engine.version.OpenTable;
import dev.malkoha.engine.version.OpenValueFile;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All tables whose files are open, so that closing the store closes them even under a forgotten
 * cursor. Tables that nobody holds any more leave by themselves, with their files if obsolete, and
 * let go of the value files they point into.
 */
public final class OpenTables implements Version.TableOpener, Closeable {

  private static final Filter NO_FILTER = noFilter();

  private final TableFiles files;
  private final @Nullable Consumer<String> problems;
  private final Observer observer;
  private final OpenValueFiles valueFiles;
  private final Set<OpenTable> open = ConcurrentHashMap.newKeySet();

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
   */
  public OpenTables(TableFiles files, @Nullable Consumer<String> problems, Observer observer) {
    this.files = files;
    this.observer = observer;
    this.problems = problems;
    this.valueFiles = new OpenValueFiles(files);
  }

  @Override
  public Table open(TableMeta meta, @Nullable VectorRef vector) throws IOException {
    TableReader reader = files.open(meta);
    List<OpenValueFile> values = List.of();
    try {
      TableReader living = living(meta, vector, reader);
      ManifestFacts.check(meta, living, files.hasher());
      // The file's own handle keeps no filter: each table over it has the state of its version.
      DeletionVector none = DeletionVector.none(reader.properties().entries());
      TableReader file = reader.with(none, NO_FILTER);
      values = valueFiles.hold(meta);
      OpenTable openFile = new OpenTable(meta, file, living.heapBytes(), values, this::released);
      open.add(openFile);
      count(openFile);
      return new Table(openFile, living, vector);
    } catch (IOException | RuntimeException | Error e) {
      letGo(values);
      reader.close();
      throw e;
    }
  }

  private void count(OpenTable table) {
    HeapUse heap = files.resources().heap();
    if (heap.opened(table.heapBytes())) {
      observer.heapTight(heap.boundBytes(), heap.tableBytes(), heap.heapBytes());
    }
  }

  /** Allocates nothing, as memory may be what has failed. */
  private static void letGo(List<OpenValueFile> values) {
    for (int i = 0; i < values.size(); i++) {
      values.get(i).release();
    }
  }

  /** The table without what is dead in it, if that is known. */
  private TableReader living(TableMeta meta, @Nullable VectorRef vector, TableReader reader)
      throws IOException {
    try {
      return files.living(meta, vector, reader);
    } catch (DbCorruptionException e) {
      if (problems == null) {
        throw e;
      }
      problems.accept(String.valueOf(e.getMessage()));
      return reader;
    }
  }

  /**
   * Nobody can be told of a failure here, and none matters to the data: what is not deleted now is
   * deleted at the next open.
   */
  private void released(OpenTable table) {
    if (!open.remove(table)) {
      return;
    }
    try {
      closeFile(table);
      if (table.isObsolete()) {
        files.delete(table.meta().number());
      }
    } catch (IOException | RuntimeException | Error e) {
      StoreLog.warn("could not remove " + FileNames.table(table.meta().number()), e);
    } finally {
      letGo(table.valueFiles());
    }
  }

  private void closeFile(OpenTable table) throws IOException {
    files.resources().heap().closed(table.heapBytes());
    table.close();
  }

  @Override
  public void close() throws IOException {
    try {
      for (OpenTable table : Set.copyOf(open)) {
        if (open.remove(table)) {
          closeFile(table);
        }
      }
    } finally {
      valueFiles.close();
    }
  }
}
