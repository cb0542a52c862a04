package dev.malkoha.sstable;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A table as text, for people who look for what went wrong. */
final class TableDump {

  private final TableParts parts;
  private final BlockIndex index;
  private final DataBlocks blocks;
  private final @Nullable DeletionVector vector;
  private final long tagBase;

  TableDump(TableParts parts, @Nullable DeletionVector vector, long tagBase) {
    this.parts = parts;
    this.vector = vector;
    this.tagBase = tagBase;
    this.index = parts.index();
    this.blocks = new DataBlocks(parts, new BlockCache(0));
  }

  void writeTo(Appendable out) throws IOException {
    writeHead(out);
    if (tagBase != 0) {
      out.append("tags: the file's and %s\n".formatted(Long.toUnsignedString(tagBase)));
    }
    if (vector != null) {
      out.append("deletions: %s\n".formatted(vector));
    }
    TableCursor cursor = new TableCursor(index, blocks, false, null, tagBase);
    int block = -1;
    for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
      if (cursor.blockNumber() != block) {
        block = cursor.blockNumber();
        writeBlock(out, block);
      }
      writeEntry(out, cursor);
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

  private void writeEntry(Appendable out, TableCursor cursor) throws IOException {
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
