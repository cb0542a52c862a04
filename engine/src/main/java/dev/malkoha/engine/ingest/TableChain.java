package dev.malkoha.engine.ingest;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over tables that follow each other by key, or over the part of them between two keys.
 * One table is open at a time.
 */
final class TableChain extends ForwardCursor {

  private static final long BEFORE_ALL = EntryKind.readTag(EntryKind.SEQUENCE_MAX);

  private final List<OwnThread.Action<TableReader>> tables;
  private final byte @Nullable [] from;
  private final byte @Nullable [] to;
  private int next;
  private @Nullable TableReader reader;
  private @Nullable TableCursor cursor;

  TableChain(List<OwnThread.Action<TableReader>> tables) {
    this(tables, null, null);
  }

  /**
   * A cursor over a part.
   *
   * @param from its first key, or null
   * @param to the first key after it, or null
   */
  TableChain(
      List<OwnThread.Action<TableReader>> tables, byte @Nullable [] from, byte @Nullable [] to) {
    this.tables = tables;
    this.from = from;
    this.to = to;
  }

  @Override
  public void seekToFirst() throws IOException {
    next = 0;
    openNext();
  }

  @Override
  public void next() throws IOException {
    TableCursor current = cursor;
    if (current == null) {
      throw new IllegalStateException("the cursor stands on no entry");
    }
    current.next();
    stand(current);
  }

  /** Stands as a table's cursor does; at its end in the next table, if there is one. */
  private void stand(TableCursor current) throws IOException {
    if (!current.valid()) {
      openNext();
    } else if (to != null && current.compareKey(to) >= 0) {
      invalidate();
    } else {
      standAs(current);
    }
  }

  private void openNext() throws IOException {
    invalidate();
    closeTable();
    if (next < tables.size()) {
      TableReader opened = tables.get(next++).run();
      reader = opened;
      TableCursor first = opened.cursor(false);
      cursor = first;
      if (from == null) {
        first.seekToFirst();
      } else {
        first.seek(from, 0, from.length, BEFORE_ALL);
      }
      stand(first);
    }
  }

  private void closeTable() throws IOException {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
    if (reader != null) {
      TableReader closed = reader;
      reader = null;
      closed.close();
    }
  }

  @Override
  public void close() {
    invalidate();
    try {
      closeTable();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
