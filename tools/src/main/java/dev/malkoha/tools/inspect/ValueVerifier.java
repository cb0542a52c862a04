package dev.malkoha.tools.inspect;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.value.CorruptValueException;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.sstable.value.ValuePointer;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A check of what a table's entries add up to: that every value they point to is there and sound,
 * and that the manifest says of which files how much it is, and how many of them are deletes.
 */
final class ValueVerifier {

  private final TableMeta meta;
  private final Map<Long, ValueFileReader> files = new TreeMap<>();
  private final Map<Long, Long> found = new TreeMap<>();
  private final ValuePointer pointer = new ValuePointer();
  private long deletes;

  private ValueVerifier(TableMeta meta) {
    this.meta = meta;
  }

  /** Throws if anything is wrong. */
  static void check(TableMeta meta, TableReader table, TableSource source) throws IOException {
    ValueVerifier verifier = new ValueVerifier(meta);
    try {
      for (TableMeta.ValueUse use : meta.values()) {
        verifier.files.put(use.file().number(), source.openValues(use.file()));
      }
      verifier.checkEntries(table);
    } finally {
      for (ValueFileReader file : verifier.files.values()) {
        source.close(file);
      }
    }
  }

  private void checkEntries(TableReader table) throws IOException {
    try (TableCursor cursor = table.cursorOverAll(false)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        deletes += Versions.isTombstone(cursor.tag()) ? 1 : 0;
        switch (Versions.content(cursor.tag())) {
          case NOTHING, VALUE, OPERAND -> {}
          case POINTER -> checkValue(cursor);
        }
      }
    }
    if (deletes != meta.tombstones()) {
      throw new DbCorruptionException(
          "it has " + deletes + " deletes, by the manifest " + meta.tombstones(), null);
    }
    for (TableMeta.ValueUse use : meta.values()) {
      long bytes = found.getOrDefault(use.file().number(), 0L);
      if (bytes != use.bytes()) {
        throw wrong(use.file().number(), 0, "the manifest says " + use.bytes() + ", not " + bytes);
      }
    }
  }

  private void checkValue(TableCursor cursor) throws IOException {
    int expiry = Versions.expiryBytes(cursor.tag());
    int at = cursor.valueOffset() + expiry;
    ValueFiles.point(pointer, cursor.valueBuffer(), at, cursor.valueLength() - expiry);
    ValueFileReader file = files.get(pointer.file());
    if (file == null) {
      throw wrong(pointer.file(), pointer.offset(), "the manifest says that it does not");
    }
    file.read(pointer);
    found.merge(pointer.file(), (long) pointer.recordBytes(), Long::sum);
  }

  private CorruptValueException wrong(long number, long offset, String problem) {
    String table = FileNames.table(meta.number());
    return new CorruptValueException(
        FileNames.values(number), offset, table + " points into it: " + problem, null);
  }
}
