package dev.malkoha.engine.damage;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.sstable.value.ValuePointer;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.tools.log.LogVerifier;
import dev.malkoha.tools.log.SegmentReport;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a store holds by its tables and its log themselves: every entry of them is read, and of each
 * key the newest one counts, wherever the manifest says that its table is. No filter, no key range
 * and no level is asked.
 */
final class TablesThemselves {

  private final Directory directory;
  private final ManifestState state;
  private final TableFiles files;
  private final Map<Long, TreeMap<Bytes, Newest>> newest = new HashMap<>();
  private final Maps content = new Maps();

  /** The newest entry of a key: its value, or null if it is a delete. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Newest(long sequence, byte[] value) {}

  private TablesThemselves(Directory directory, ManifestState state) throws IOException {
    this.directory = directory;
    this.state = state;
    this.files = new TableFiles(directory, state.identity(), new TableResources(new BlockCache(0)));
  }

  /**
   * The content of the store on a disk, as a manifest has it.
   *
   * @throws IOException if a file is missing or damaged
   * @throws DbException if it cannot be told
   */
  static Maps read(Disk disk, ManifestState state) throws IOException {
    try (Directory directory = disk.openExisting(Stores.PATH)) {
      TablesThemselves tables = new TablesThemselves(directory, state);
      for (KeyspaceState keyspace : state.keyspaces()) {
        tables.newest.put(keyspace.id().number(), new TreeMap<>());
        for (TableMeta meta : keyspace.tables()) {
          tables.readTable(keyspace, meta);
        }
      }
      tables.readLog();
      state.keyspaces().forEach(tables::collect);
      return tables.content;
    }
  }

  private void readTable(KeyspaceState keyspace, TableMeta meta) throws IOException {
    Map<Long, ValueFileReader> values = new HashMap<>();
    try (TableReader reader = files.open(meta)) {
      for (TableMeta.ValueUse use : meta.values()) {
        values.put(use.file().number(), files.openValues(use.file()));
      }
      TableReader living = files.living(meta, reader);
      try (TableCursor cursor = living.cursor(false)) {
        for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
          long sequence = EntryKind.sequence(cursor.tag());
          add(keyspace.id().number(), cursor.copyKey(), sequence, value(cursor, values));
        }
      }
    } finally {
      for (ValueFileReader file : values.values()) {
        file.close();
      }
    }
  }

  private static byte[] value(TableCursor cursor, Map<Long, ValueFileReader> values)
      throws IOException {
    int at = cursor.valueOffset();
    if (EntryKind.of(cursor.tag()) == EntryKind.PUT_APART) {
      ValuePointer pointer = new ValuePointer();
      ValueFiles.point(pointer, cursor.valueBuffer(), at, cursor.valueLength());
      ValueFileReader file = values.get(pointer.file());
      if (file == null) {
        throw new IOException("the manifest says that there are no such values");
      }
      return file.read(pointer);
    }
    return EntryKind.of(cursor.tag()) == EntryKind.PUT
        ? Arrays.copyOfRange(cursor.valueBuffer(), at, at + cursor.valueLength())
        : null;
  }

  private void add(long keyspace, byte[] key, long sequence, byte[] value) {
    newest
        .get(keyspace)
        .merge(
            Bytes.of(key), new Newest(sequence, value), (a, b) -> a.sequence >= b.sequence ? a : b);
  }

  private void readLog() throws IOException {
    long reached =
        LogVerifier.verify(directory, state.logFloor(), state.logProof(), (at, b, o, l) -> {})
            .segments()
            .stream()
            .mapToLong(SegmentReport::to)
            .max()
            .orElse(0);
    if (state.logFloor() > reached) {
      throw new IOException("the log ends before its floor");
    }
    Log.recover(
        directory,
        state.logFloor(),
        state.logProof(),
        (position, buffer, offset, length) -> {
          long sequence = Batch.firstSequence(buffer, offset, length);
          for (Batch.Reader at = new Batch.Reader(buffer, offset, length); at.next(); ) {
            replay(sequence++, at);
          }
        });
  }

  /** Takes an operation of the log that no table holds. */
  private void replay(long sequence, Batch.Reader at) {
    KeyspaceState of = state.keyspace(at.keyspace);
    if (of == null || sequence <= Math.max(of.flushed(), state.lastSequence())) {
      return;
    }
    switch (at.kind) {
      case Batch.PUT -> add(at.keyspace, at.key(), sequence, at.value());
      case Batch.DELETE -> add(at.keyspace, at.key(), sequence, null);
      case Batch.DELETE_RANGE ->
          cover(at.keyspace, new RangeTombstone(at.key(), at.value(), sequence));
      default -> {} // what joined is in tables
    }
  }

  /** A range delete is newer than all that it covers, so what it covers need not be kept. */
  private void cover(long keyspace, RangeTombstone range) {
    newest
        .get(keyspace)
        .entrySet()
        .removeIf(
            entry ->
                entry.getValue().sequence < range.sequence()
                    && range.covers(entry.getKey().array()));
  }

  private void collect(KeyspaceState keyspace) {
    keyspace.ranges().forEach(range -> cover(keyspace.id().number(), range));
    String name = keyspace.id().name();
    content.create(name);
    newest
        .get(keyspace.id().number())
        .forEach(
            (key, entry) -> {
              if (entry.value != null) {
                content.of(name).put(key, Bytes.of(entry.value));
              }
            });
  }
}
