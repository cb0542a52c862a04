package dev.malkoha.engine.recovery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
   * The open files by all that a manifest says of them: a file of another copy of the store, which
   * was put in this one's place, may have the same number.
   */
  @GuardedBy("this")
  private final Map<ValueFileMeta, OpenValueFile> open = new HashMap<>();

  /** Whether all that were open have been closed. */
  @GuardedBy("this")
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

  private synchronized OpenValueFile hold(ValueFileMeta meta) throws IOException {
    OpenValueFile known = open.get(meta);
    if (known != null && known.tryRetain()) {
      return known;
    }
    ValueFileReader reader = files.openValues(meta);
    try {
      OpenValueFile opened = new OpenValueFile(meta, reader, this::released);
      open.put(meta, opened); // one that was let go of leaves by itself
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

  /** Takes a file out, unless a newer one has its place; false if it was closed with the others. */
  private synchronized boolean forget(OpenValueFile file) {
    return !open.remove(file.meta(), file) || !isClosed;
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
