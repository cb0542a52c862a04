package dev.malkoha.engine.read;

import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cursor over the disjoint tables of one level, end to end, with one of them open at a time. */
public final class LevelCursor implements EntryCursor {

  private final List<Table> tables;
  private final boolean fillCache;
  private int index = -1;
  private @Nullable TableCursor cursor;

  /** Creates a cursor over tables that are ordered by key; it is not valid until it is moved. */
  public LevelCursor(List<Table> tables, boolean fillCache) {
    this.tables = tables;
    this.fillCache = fillCache;
  }

  @Override
  public boolean valid() {
    return cursor != null && cursor.valid();
  }

  @Override
  public void seekToFirst() throws IOException {
    if (open(0)) {
      current().seekToFirst();
      skipForward();
    }
  }

  @Override
  public void seekToLast() throws IOException {
    if (open(tables.size() - 1)) {
      current().seekToLast();
      skipBackward();
    }
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) throws IOException {
    if (open(firstReaching(key, offset, length))) {
      current().seek(key, offset, length, tag);
      skipForward();
    }
  }

  @Override
  public void next() throws IOException {
    TableCursor open = current();
    open.next();
    if (!open.valid()) {
      skipForward();
    }
  }

  @Override
  public void prev() throws IOException {
    TableCursor open = current();
    open.prev();
    if (!open.valid()) {
      skipBackward();
    }
  }

  private void skipForward() throws IOException {
    while (!valid() && open(index + 1)) {
      current().seekToFirst();
    }
  }

  private void skipBackward() throws IOException {
    while (!valid() && open(index - 1)) {
      current().seekToLast();
    }
  }

  /** Opens the table at an index; without one the cursor is no longer valid. */
  private boolean open(int wanted) {
    if (wanted < 0 || wanted >= tables.size()) {
      close();
      return false;
    }
    if (wanted != index || cursor == null) {
      close();
      cursor = tables.get(wanted).reader().cursor(fillCache);
      index = wanted;
    }
    return true;
  }

  private int firstReaching(byte[] key, int offset, int length) {
    long prefix = EntryOrder.prefix(key, offset, length);
    byte[] sought = Arrays.copyOfRange(key, offset, offset + length);
    int low = 0;
    int high = tables.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tables.get(middle).compareLargest(prefix, sought) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private TableCursor current() {
    return Objects.requireNonNull(cursor, "not valid");
  }

  @Override
  public long keyPrefix() {
    return current().keyPrefix();
  }

  @Override
  public byte[] keyBuffer() {
    return current().keyBuffer();
  }

  @Override
  public int keyOffset() {
    return current().keyOffset();
  }

  @Override
  public int keyLength() {
    return current().keyLength();
  }

  @Override
  public long tag() {
    return current().tag();
  }

  @Override
  public byte[] valueBuffer() {
    return current().valueBuffer();
  }

  @Override
  public int valueOffset() {
    return current().valueOffset();
  }

  @Override
  public int valueLength() {
    return current().valueLength();
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
