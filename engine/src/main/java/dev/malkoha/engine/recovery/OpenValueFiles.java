package dev.malkoha.engine.recovery;

import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.OpenValueFile;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Closeables;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All value files that are open: each once, however many open tables point into it. Those that no
 * table holds any more leave by themselves, with their files if obsolete. Any thread.
 */
final class OpenValueFiles implements Closeable {

  private final TableFiles files;

  /**
   * Open files by number, under a negative one if they are not shared any more. Guarded by this.
   */
  private final Map<Long, OpenValueFile> open = new HashMap<>();

  /** The number of the last of those. Guarded by this. */
  private long unshared;

  /** Whether all that were open have been closed. Guarded by this. */
  private boolean isClosed;

  OpenValueFiles(TableFiles files) {
    this.files = files;
  }

  /** Opens, or holds once more, those that a table points into. */
  List<OpenValueFile> hold(TableMeta table) throws IOException {
    List<OpenValueFile> held = new ArrayList<>();
    try {
      for (TableMeta.ValueUse use : table.values()) {
        held.add(hold(use.file()));
      }
      return held;
    } catch (IOException | RuntimeException | Error e) {
      held.forEach(OpenValueFile::release);
      throw e;
    }
  }

  /** Another copy's file may have the same number: it lies where that copy was put in its place. */
  private synchronized OpenValueFile hold(ValueFileMeta meta) throws IOException {
    OpenValueFile known = open.get(meta.number());
    if (known != null && known.meta().equals(meta) && known.tryRetain()) {
      return known;
    }
    if (known != null) { // it is not shared any more, and may still be held
      open.put(--unshared, known);
    }
    ValueFileReader reader = files.openValues(meta);
    try {
      OpenValueFile opened = new OpenValueFile(meta, reader, this::released);
      open.put(meta.number(), opened);
      return opened;
    } catch (Error e) { // as of memory
      Aftermath.of(e, reader::close);
      throw e;
    }
  }

  /** Nobody can be told of a failure here: what is not deleted now is deleted at the next open. */
  private void released(OpenValueFile file) {
    if (!forget(file)) {
      return;
    }
    try {
      file.reader().close();
      if (file.isObsolete()) {
        files.deleteValues(file.meta().number());
      }
    } catch (IOException | RuntimeException | Error e) {
      StoreLog.warn("could not remove " + FileNames.values(file.meta().number()), e);
    }
  }

  /** Takes a file out, if no newer one has its place; false if it was closed with the others. */
  private synchronized boolean forget(OpenValueFile file) {
    if (!open.remove(file.meta().number(), file)) {
      open.values().remove(file);
    }
    return !isClosed;
  }

  /** They stay known: where memory fails while they are closed, they are closed again. */
  private synchronized List<ValueFileReader> readers() {
    isClosed = true;
    return open.values().stream().map(OpenValueFile::reader).toList();
  }

  @Override
  public void close() throws IOException {
    Closeables.closeAll(readers());
  }
}
