package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.EntryCursor;

/** What the applier asks of the key that a cursor stands on. */
final class KeyAt {

  private KeyAt() {}

  static byte[] copy(EntryCursor cursor) {
    return cursor.copyKey();
  }

  static boolean is(EntryCursor cursor, byte[] key) {
    return cursor.isKey(key);
  }

  /** What a table's filter keeps of a key; 0 if it cannot let go of keys. */
  static long trace(Table table, long hash) {
    return table.reader().filter() instanceof RemovableFilter filter ? filter.trace(hash) : 0;
  }
}
