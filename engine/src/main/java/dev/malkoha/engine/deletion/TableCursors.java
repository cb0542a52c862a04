package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.TableCursor;

/**
 * Cursors over all entries of tables, one for each table that is asked for a key. Keys ascend. What
 * is read does not enter the block cache. One thread.
 */
final class TableCursors implements Closeable {

  private final Map<Table, TableCursor> open = new HashMap<>();
  private long readByClosed;

  /** A table's cursor, on the newest entry of a key, dead or not, or on what follows it. */
  TableCursor seek(Table table, byte[] key) throws IOException {
    TableCursor cursor = open.get(table);
    if (cursor == null) {
      closeAll(other -> Arrays.compareUnsigned(other.meta().largestKey(), key) < 0);
      cursor = table.reader().cursorOverAll(false);
      open.put(table, cursor);
    }
    cursor.seek(key, 0, key.length, -1L);
    return cursor;
  }

  private void closeAll(Predicate<Table> done) {
    open.forEach(
        (table, cursor) -> {
          if (done.test(table)) {
            readByClosed += cursor.blocksRead();
            cursor.close();
          }
        });
    open.keySet().removeIf(done);
  }

  /** Blocks read from files so far. */
  long blocksRead() {
    return readByClosed + open.values().stream().mapToLong(TableCursor::blocksRead).sum();
  }

  @Override
  public void close() {
    closeAll(table -> true);
  }
}
