package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import org.jspecify.annotations.Nullable;

/**
 * One delete that is to be applied.
 *
 * @param key its key
 * @param prefix the key's first eight bytes, as {@link EntryOrder#prefix} has them
 * @param hash the key's hash
 * @param tag the delete's tag
 * @param ordinal its index in its table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
record Tombstone(byte[] key, long prefix, long hash, long tag, long ordinal) {

  /** The delete that a cursor stands on. */
  static Tombstone at(TableCursor cursor, KeyHasher hasher) {
    byte[] key = cursor.copyKey();
    long hash = hasher.hash(key, 0, key.length);
    return new Tombstone(key, cursor.keyPrefix(), hash, cursor.tag(), cursor.ordinal());
  }

  /** The table of a run that may hold entries of the key, by range and filter; null if none may. */
  @Nullable Table tableIn(SortedRun run) {
    Table table = run.tableFor(prefix, key);
    return table != null && table.reader().mayContain(hash) ? table : null;
  }
}
