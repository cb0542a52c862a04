package dev.malkoha.engine.deletion;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Where in tables those entries lie that share their prefix with keys that are to die, by ordinals:
 * so that it can be told from deletion vectors alone when the last one of a prefix dies, and the
 * table's filter is to let go of it.
 *
 * <p>A prefix is let go of once, like a key: entries only die, and the last one dies once. One
 * thread.
 */
final class PrefixSpans {

  private final Map<Table, OfTable> tables = new HashMap<>();

  /** The spans in one table, ascending: none twice, whatever is noted. */
  private static final class OfTable {

    /** Of each the hash of the prefix, its first ordinal, and the one behind its last. */
    private final LongStream.Builder spans = LongStream.builder();

    /** The prefix that was noted last; empty if none was. */
    private byte[] last = {};

    /** The ordinal behind all that was noted. */
    private long end;

    boolean wasLast(byte[] key) {
      return last.length > 0
          && last.length <= key.length
          && Arrays.equals(last, 0, last.length, key, 0, last.length);
    }

    void add(long hash, long first, long behind) {
      if (first >= end && first < behind) {
        spans.add(hash);
        spans.add(first);
        spans.add(behind);
        end = behind;
      }
    }
  }

  /**
   * Notes the prefix of a key that may die in a table, if it has one and the filter could let go of
   * it. A table's keys ascend.
   *
   * @param cursors to look for it with
   * @return whether the table's cursor among these was moved
   */
  boolean note(Table table, byte[] key, TableCursors cursors, KeyHasher hasher) throws IOException {
    int length = table.reader().properties().prefix().lengthIn(key, 0, key.length);
    if (length < 0 || !(table.reader().filter() instanceof RemovableFilter)) {
      return false;
    }
    OfTable noted = tables.computeIfAbsent(table, added -> new OfTable());
    if (noted.wasLast(key)) {
      return false;
    }
    noted.last = Arrays.copyOf(key, length);
    long first = ordinal(cursors.seek(table, noted.last), table);
    byte[] next = KeyRange.prefix(noted.last).to();
    long behind = next == null ? table.meta().entries() : ordinal(cursors.seek(table, next), table);
    noted.add(hasher.hashPrefix(key, 0, length), first, behind);
    return true;
  }

  private static long ordinal(TableCursor cursor, Table table) {
    return cursor.valid() ? cursor.ordinal() : table.meta().entries();
  }

  /** The hashes of those prefixes of a table under which all that was alive is dead by now. */
  LongStream died(Table table, DeletionVector before, DeletionVector after) {
    OfTable noted = tables.remove(table);
    if (noted == null) {
      return LongStream.empty();
    }
    long[] spans = noted.spans.build().toArray();
    LongStream.Builder died = LongStream.builder();
    for (int i = 0; i < spans.length; i += 3) {
      boolean lived = before.nextLive(spans[i + 1]) < spans[i + 2];
      boolean lives = after.nextLive(spans[i + 1]) < spans[i + 2];
      if (lived && !lives) {
        died.add(spans[i]);
      }
    }
    return died.build();
  }
}
