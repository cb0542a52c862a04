package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.sstable.TableReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All tables whose files are open, so that closing the store closes them even under a forgotten
 * cursor. Tables that nobody holds any more leave by themselves, with their files if obsolete.
 */
final class OpenTables implements VersionSet.TableOpener, Closeable {

  private static final System.Logger LOGGER = System.getLogger(OpenTables.class.getName());

  private final TableFiles files;
  private final Set<OpenTable> open = ConcurrentHashMap.newKeySet();

  OpenTables(TableFiles files) {
    this.files = files;
  }

  @Override
  public Table open(TableMeta meta, @Nullable VectorRef vector) throws IOException {
    TableReader reader = files.open(meta);
    try {
      TableReader living =
          vector == null ? reader : Deletions.read(files, meta, vector, reader).applyTo(reader);
      OpenTable file = new OpenTable(meta, reader, this::released);
      open.add(file);
      return new Table(file, living, vector);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
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
      table.close();
      if (table.isObsolete()) {
        files.delete(table.meta().number());
      }
    } catch (IOException e) {
      LOGGER.log(Level.WARNING, "could not remove " + FileNames.table(table.meta().number()), e);
    }
  }

  @Override
  public void close() throws IOException {
    for (OpenTable table : Set.copyOf(open)) {
      if (open.remove(table)) {
        table.close();
      }
    }
  }
}
