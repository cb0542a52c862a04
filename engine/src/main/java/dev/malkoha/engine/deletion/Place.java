package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One table to look for keys in, or a run of which one table at a time matters, with a cursor that
 * moves forward. What it reads does not enter the block cache.
 */
final class Place {

  private final @Nullable SortedRun run;
  private @Nullable Table table;
  private @Nullable TableCursor cursor;
  private long readBefore;

  private Place(@Nullable SortedRun run, @Nullable Table table) {
    this.run = run;
    this.table = table;
  }

  static Place of(Table table) {
    return new Place(null, table);
  }

  static Place nowhere() {
    return new Place(null, null);
  }

  static Place of(SortedRun run) {
    return new Place(run, null);
  }

  /**
   * The table that may hold the key, by its range and its filter; null if none does. Keys must not
   * descend.
   */
  @Nullable Table tableFor(Tombstone sought) {
    if (run != null) {
      moveTo(run, run.find(sought.prefix(), sought.key()));
    }
    boolean maybe =
        table != null
            && table.covers(sought.prefix(), sought.key())
            && table.reader().mayContain(sought.hash());
    return maybe ? table : null;
  }

  private void moveTo(SortedRun tables, int index) {
    Table next = index < tables.size() ? tables.table(index) : null;
    if (!Objects.equals(next, table)) {
      close();
      table = next;
    }
  }

  /** Puts the cursor on the newest entry of the key, dead or not, or what follows it. */
  TableCursor seek(Table found, byte[] key) throws IOException {
    if (cursor == null) {
      cursor = found.reader().cursorOverAll(false);
    }
    cursor.seek(key, 0, key.length, -1L);
    return cursor;
  }

  long blocksRead() {
    return readBefore + (cursor == null ? 0 : cursor.blocksRead());
  }

  void close() {
    readBefore = blocksRead();
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
