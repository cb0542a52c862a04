package dev.malkoha.tools.salvage;

import dev.malkoha.engine.base.PutUntil;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Operand;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.tools.salvage.LogRemains.Writes;
import dev.malkoha.tools.salvage.TableFinder.Found;
import dev.malkoha.tools.table.SalvageCursor;
import dev.malkoha.tools.table.TableSalvage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What is left of one keyspace: its keys and values, in order, once. Of each key the newest version
 * counts that can be read. One thread.
 */
public final class KeyspaceSalvage implements Iterator<Map.Entry<byte[], byte[]>>, Closeable {

  private final String name;
  private final SalvageNotes notes;
  private final ValueSalvage values;
  private final List<Closeable> files = new ArrayList<>();
  private final EntryCursor merged;
  private final RangeWalker ranges;
  private byte @Nullable [] last;
  private final List<Map.Entry<byte[], byte[]>> operands = new ArrayList<>();

  private Map.@Nullable Entry<byte[], byte[]> following;

  private KeyspaceSalvage(
      String name,
      SalvageNotes notes,
      ValueSalvage values,
      EntryCursor merged,
      RangeWalker ranges) {
    this.name = name;
    this.notes = notes;
    this.values = values;
    this.merged = merged;
    this.ranges = ranges;
  }

  /**
   * Opens the tables.
   *
   * @param inManifest the range deletes that the manifest knows. They hide what is in tables that
   *     it names. In others a compaction may have given entries lower numbers once a range had
   *     ended
   */
  static KeyspaceSalvage open(
      String name,
      Directory directory,
      TableFinder finder,
      DeadEntries dead,
      List<Found> tables,
      Writes log,
      List<RangeTombstone> inManifest,
      SalvageNotes notes)
      throws IOException {
    List<EntryCursor> sources = new ArrayList<>();
    List<Closeable> files = new ArrayList<>();
    RangeTombstones known = RangeTombstones.of(inManifest);
    for (Found table : tables) {
      TableSalvage open = open(directory, finder, table, notes);
      if (open != null) {
        files.add(open);
        SalvageCursor cursor = cursor(open, table, tables, dead, notes);
        if (table.meta() != null) {
          cursor.hide(under(known));
        }
        sources.add(cursor);
      }
    }
    log.memTables().stream().map(MemTable::cursor).forEach(sources::add);
    RangeWalker ranges = new RangeWalker(List.of(RangeTombstones.of(log.ranges())));
    ValueSalvage values = new ValueSalvage(directory, finder);
    KeyspaceSalvage keyspace =
        new KeyspaceSalvage(name, notes, values, new MergingCursor(sources), ranges);
    keyspace.files.addAll(files);
    keyspace.begin();
    return keyspace;
  }

  private static SalvageCursor.Hidden under(RangeTombstones ranges) {
    RangeWalker walker = new RangeWalker(List.of(ranges));
    return (prefix, key, tag) ->
        Versions.isCovered(tag, walker.covering(prefix, key, 0, key.length, Long.MAX_VALUE));
  }

  private static @Nullable TableSalvage open(
      Directory directory, TableFinder finder, Found table, SalvageNotes notes) {
    try {
      ReadableFile file = directory.open(table.file());
      try {
        TableSalvage open = TableSalvage.open(file, finder.fileId(table.number()));
        if (!open.problem().isEmpty()) {
          notes.note(open.problem() + "; its blocks are found by their checksums");
        }
        return open;
      } catch (IOException | RuntimeException | Error e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      TableMeta meta = table.meta();
      notes.lost(
          table.keyspace(),
          meta == null ? null : meta.smallestKey(),
          meta == null ? null : meta.largestKey(),
          table.file(),
          "it is not there, or cannot be opened: " + e.getMessage());
      return null;
    }
  }

  private static SalvageCursor cursor(
      TableSalvage open, Found table, List<Found> others, DeadEntries dead, SalvageNotes notes) {
    SalvageCursor cursor =
        open.cursor(
            (after, before, problem) ->
                notes.lost(
                    table.keyspace(),
                    after == null ? least(open, table) : after,
                    before == null ? greatest(open, table) : before,
                    table.file(),
                    problem));
    DeletionVector vector = dead.of(table);
    if (vector != null) {
      cursor.hide(vector);
    }
    long number = ingested(table, others, notes);
    if (number > 0) {
      cursor.addToTags(EntryKind.firstTag(number));
    }
    return cursor;
  }

  private static byte @Nullable [] least(TableSalvage open, Found table) {
    TableMeta meta = table.meta();
    TableProperties properties = open.properties();
    return meta != null ? meta.smallestKey() : properties == null ? null : properties.smallestKey();
  }

  private static byte @Nullable [] greatest(TableSalvage open, Found table) {
    TableMeta meta = table.meta();
    TableProperties properties = open.properties();
    return meta != null ? meta.largestKey() : properties == null ? null : properties.largestKey();
  }

  /** The number under which all entries were ingested; 0 if they were not. */
  private static long ingested(Found table, List<Found> others, SalvageNotes notes) {
    TableMeta meta = table.meta();
    if (meta != null) {
      return meta.smallestSequence() == meta.largestSequence() ? meta.largestSequence() : 0;
    }
    TableNote note = table.note();
    if (note == null || note.level() != TableNote.INGESTED) {
      return 0;
    }
    notes.note(table.file() + " was ingested: its file number is taken for its age, a guess");
    return others.stream()
        .filter(other -> other.number() < table.number())
        .mapToLong(Found::flushed)
        .reduce(1, Math::max);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  private void begin() throws IOException {
    merged.seekToFirst();
    advance();
  }

  @Override
  public boolean hasNext() {
    return following != null;
  }

  @Override
  public Map.Entry<byte[], byte[]> next() {
    Map.Entry<byte[], byte[]> next = following;
    if (next == null) {
      throw new NoSuchElementException("there is no further entry");
    }
    try {
      advance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return next;
  }

  /** Goes to the next key that a reader would see. */
  private void advance() throws IOException {
    following = null;
    while (following == null && merged.valid()) {
      if (last != null && merged.isKey(last)) {
        merged.next();
      } else {
        last = merged.copyKey();
        following = newest(last);
      }
    }
  }

  /**
   * The key at hand with the value of its newest version, or of the newest one under its operands,
   * which are kept for after; null if it has none.
   */
  private Map.@Nullable Entry<byte[], byte[]> newest(byte[] key) throws IOException {
    Deque<Map.Entry<byte[], byte[]>> ofKey = new ArrayDeque<>();
    long first = Long.MAX_VALUE;
    Map.Entry<byte[], byte[]> value = null;
    for (; merged.isKey(key); merged.next()) {
      if (EntryKind.sequence(merged.tag()) < first) {
        Versions.Content content = seen(key);
        if (content != Versions.Content.OPERAND) {
          value = value(key, content);
          break;
        }
        byte[] buffer = merged.valueBuffer();
        first = Operand.first(merged.tag(), buffer, merged.valueOffset(), merged.valueLength());
        byte[] operand = Operand.bytes(buffer, merged.valueOffset(), merged.valueLength());
        ofKey.addFirst(Map.entry(key, operand));
      }
    }
    operands.addAll(ofKey);
    return value;
  }

  private Versions.Content seen(byte[] key) {
    return Versions.seen(
        merged.tag(), Long.MAX_VALUE, ranges, merged.keyPrefix(), key, 0, key.length);
  }

  /** Operands that were met, of each key oldest first: they are newer than all entries. */
  List<Map.Entry<byte[], byte[]>> operands() {
    return operands;
  }

  /** A value with when it expires. */
  private Map.@Nullable Entry<byte[], byte[]> value(byte[] key, Versions.Content content) {
    byte[] buffer = merged.valueBuffer();
    int expiryBytes = Versions.expiryBytes(merged.tag());
    int at = merged.valueOffset() + expiryBytes;
    int length = merged.valueLength() - expiryBytes;
    long expiry = expiryBytes == 0 ? Long.MAX_VALUE : Versions.expiry(buffer, at - expiryBytes);
    return switch (content) {
      case NOTHING, OPERAND -> null;
      case VALUE -> new PutUntil(key, Arrays.copyOfRange(buffer, at, at + length), expiry);
      case POINTER -> pointed(key, buffer, at, length, expiry);
    };
  }

  private Map.@Nullable Entry<byte[], byte[]> pointed(
      byte[] key, byte[] pointer, int at, int length, long expiry) {
    try {
      return new PutUntil(key, values.read(pointer, at, length), expiry);
    } catch (IOException e) {
      notes.lost(name, key, key, values.file(), "the key's value: " + e.getMessage());
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    files.add(values);
    Aftermath.closeAll(files);
  }
}
