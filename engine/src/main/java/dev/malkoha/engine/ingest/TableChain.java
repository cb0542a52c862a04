package dev.malkoha.engine.ingest;

import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor over tables that follow each other by key, of which one at a time is open. */
final class TableChain extends ForwardCursor {

  private final List<? extends Opening> tables;
  private int next;
  private @Nullable TableReader reader;
  private @Nullable TableCursor cursor;

  /** Opens a table, which the chain closes. */
  interface Opening {
    TableReader open() throws IOException;
  }

  TableChain(List<? extends Opening> tables) {
    this.tables = tables;
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
    if (current.valid()) {
      standAs(current);
    } else {
      openNext();
    }
  }

  private void openNext() throws IOException {
    leave();
    closeTable();
    if (next < tables.size()) {
      TableReader opened = tables.get(next++).open();
      reader = opened;
      TableCursor first = opened.cursor(false);
      cursor = first;
      first.seekToFirst();
      standAs(first);
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
    leave();
    try {
      closeTable();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
