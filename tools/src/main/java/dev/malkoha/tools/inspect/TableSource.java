package dev.malkoha.tools.inspect;

import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.toolkit.StoreFiles.StoreView;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestFacts;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.value.ValueFileReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Where a check gets a store's tables from. */
interface TableSource {

  /** Whether a table is there. */
  boolean has(TableMeta meta) throws IOException;

  /** Opens a table; to be given back to {@link #close}. */
  TableReader open(TableMeta meta) throws IOException;

  /** The same table without what is dead in it. */
  TableReader living(TableMeta meta, TableReader reader) throws IOException;

  /** Opens a value file; to be given back to {@link #close(ValueFileReader)}. */
  ValueFileReader openValues(ValueFileMeta meta) throws IOException;

  /** Gives a value file back. */
  void close(ValueFileReader reader) throws IOException;

  /** Gives a table back. */
  void close(TableReader reader) throws IOException;

  /** The files of a store that nobody writes to. */
  record OnDisk(TableFiles files) implements TableSource {

    @Override
    public boolean has(TableMeta meta) throws IOException {
      String name = FileNames.found(files.directory(), FileNames.table(meta.number()));
      return files.directory().exists(name);
    }

    @Override
    public TableReader open(TableMeta meta) throws IOException {
      return files.open(meta);
    }

    @Override
    public TableReader living(TableMeta meta, TableReader reader) throws IOException {
      TableReader living = files.living(meta, reader);
      ManifestFacts.check(meta, living, files.hasher());
      return living;
    }

    @Override
    public ValueFileReader openValues(ValueFileMeta meta) throws IOException {
      return files.openValues(meta);
    }

    @Override
    public void close(ValueFileReader reader) throws IOException {
      reader.close();
    }

    @Override
    public void close(TableReader reader) throws IOException {
      reader.close();
    }
  }

  /** The tables of a view beside its writer, held open: their files may be gone already. */
  record Held(StoreView view, Map<Long, ValueFileReader> values) implements TableSource {

    /** The tables and values that a store holds open. */
    static Held of(StoreView view) {
      Map<Long, ValueFileReader> values = new HashMap<>();
      view.tables().values().stream()
          .flatMap(table -> table.valueFiles().stream())
          .forEach(file -> values.put(file.meta().number(), file.reader()));
      return new Held(view, values);
    }

    @Override
    public boolean has(TableMeta meta) {
      return view.tables().containsKey(meta.number());
    }

    @Override
    public TableReader open(TableMeta meta) {
      Table table = view.tables().get(meta.number());
      return Objects.requireNonNull(table, "a table that is named is held").reader();
    }

    @Override
    public TableReader living(TableMeta meta, TableReader reader) {
      return reader;
    }

    @Override
    public ValueFileReader openValues(ValueFileMeta meta) {
      return Objects.requireNonNull(values.get(meta.number()), "a file that is named is held");
    }

    @Override
    public void close(ValueFileReader reader) {} // it is the store's

    @Override
    public void close(TableReader reader) {} // it is the store's
  }
}
