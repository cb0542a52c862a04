package dev.malkoha.tools.table;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableParts;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A table as text, for people who look for what went wrong. */
public final class TableDump {

  private final TableParts parts;
  private final BlockIndex index;
  private final TableCursor cursor;
  private final @Nullable DeletionVector vector;
  private final long tagBase;

  private TableDump(TableReader table, TableCursor cursor) {
    this.parts = table.parts();
    this.vector = table.vector();
    this.tagBase = table.tagBase();
    this.index = parts.index();
    this.cursor = cursor;
  }

  /**
   * Writes the table as text: its parts, then each block and entry, dead ones marked, keys in
   * hexadecimal.
   */
  public static void write(TableReader table, Appendable out) throws IOException {
    try (TableCursor cursor = table.cursorOverAll(false)) {
      new TableDump(table, cursor).writeTo(out);
    }
  }

  private void writeTo(Appendable out) throws IOException {
    writeHead(out);
    if (tagBase != 0) {
      out.append("tags: the file's and %s\n".formatted(Long.toUnsignedString(tagBase)));
    }
    if (vector != null) {
      out.append("deletions: %s\n".formatted(vector));
    }
    int block = -1;
    for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
      if (cursor.blockNumber() != block) {
        block = cursor.blockNumber();
        writeBlock(out, block);
      }
      writeEntry(out);
    }
  }

  private void writeHead(Appendable out) throws IOException {
    Filter filter = parts.filter();
    out.append("table %s\n".formatted(parts.file().name()));
    out.append("properties: %s\n".formatted(parts.properties()));
    out.append(
        "filter: %s, %s keys%s, %s bytes%s\n"
            .formatted(
                filter.kind(),
                filter.keys(),
                filter instanceof RemovableFilter removable && removable.removed() > 0
                    ? ", %s removed".formatted(removable.removed())
                    : "",
                filter.sizeBytes(),
                parts.filterProblem().isEmpty() ? "" : ", " + parts.filterProblem()));
  }

  private void writeBlock(Appendable out, int block) throws IOException {
    BlockHandle handle = index.handle(block);
    byte[] separator = index.separator(block);
    out.append(
        "block %s: offset %s, stored %s, raw %s, entries %s%s, up to %s tag %s\n"
            .formatted(
                block,
                handle.offset(),
                handle.storedLength(),
                handle.rawLength(),
                index.entries(block),
                live(block),
                hex(separator, 0, separator.length),
                Long.toUnsignedString(index.separatorTag(block))));
  }

  private String live(int block) {
    if (vector == null) {
      return "";
    }
    long dead = vector.dead(index.firstOrdinal(block), index.firstOrdinal(block + 1));
    return " (%s live)".formatted(index.entries(block) - dead);
  }

  private void writeEntry(Appendable out) throws IOException {
    out.append(
        "  entry %s: key %s tag %s, value of %s bytes%s\n"
            .formatted(
                cursor.ordinal(),
                hex(cursor.keyBuffer(), cursor.keyOffset(), cursor.keyLength()),
                Long.toUnsignedString(cursor.tag()),
                cursor.valueLength(),
                vector != null && vector.isDead(cursor.ordinal()) ? ", dead" : ""));
  }

  private static String hex(byte[] bytes, int offset, int length) {
    return length == 0 ? "\"\"" : HexFormat.of().formatHex(bytes, offset, offset + length);
  }
}
