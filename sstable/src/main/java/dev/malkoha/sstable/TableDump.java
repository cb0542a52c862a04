package dev.malkoha.sstable;

import dev.malkoha.filter.Filter;
import java.io.IOException;
import java.util.HexFormat;

/** A table as text, for people who look for what went wrong. */
final class TableDump {

  private final TableParts parts;
  private final BlockIndex index;
  private final DataBlocks blocks;

  TableDump(TableParts parts) {
    this.parts = parts;
    this.index = parts.index();
    this.blocks = new DataBlocks(parts.file(), index, new BlockCache(0));
  }

  void writeTo(Appendable out) throws IOException {
    writeHead(out);
    TableCursor cursor = new TableCursor(index, blocks, false);
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
        "filter: %s, %d keys, %d bytes%s\n"
            .formatted(
                filter.kind(),
                filter.keys(),
                filter.sizeBytes(),
                parts.filterProblem().isEmpty() ? "" : ", " + parts.filterProblem()));
  }

  private void writeBlock(Appendable out, int block) throws IOException {
    BlockHandle handle = index.handle(block);
    byte[] separator = index.separator(block);
    out.append(
        "block %d: offset %d, stored %d, raw %d, entries %d, up to %s tag %s\n"
            .formatted(
                block,
                handle.offset(),
                handle.storedLength(),
                handle.rawLength(),
                index.entries(block),
                hex(separator, 0, separator.length),
                Long.toUnsignedString(index.separatorTag(block))));
  }

  private static void writeEntry(Appendable out, TableCursor cursor) throws IOException {
    out.append(
        "  entry %d: key %s tag %s, value of %d bytes\n"
            .formatted(
                cursor.ordinal(),
                hex(cursor.keyBuffer(), cursor.keyOffset(), cursor.keyLength()),
                Long.toUnsignedString(cursor.tag()),
                cursor.valueLength()));
  }

  private static String hex(byte[] bytes, int offset, int length) {
    return length == 0 ? "\"\"" : HexFormat.of().formatHex(bytes, offset, offset + length);
  }
}
