package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import org.jspecify.annotations.Nullable;

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

  /** The spans in one table, ascending: none twice. */
  private static final class OfTable {

    /** For each prefix: its hash, its first ordinal, and the one after its last. */
    private final LongStream.Builder spans = LongStream.builder();

    /** The prefix that was noted last; null if none was. */
    private byte @Nullable [] last;
  }

  /**
   * Notes the prefix of a key that dies in a table, or may, if it has one and the filter could let
   * go of it. A table's keys ascend.
   *
   * @param cursors to look for it with
   * @return whether the table's cursor among these was moved
   */
  boolean note(Table table, byte[] key, TableCursors cursors, KeyHasher hasher) throws IOException {
    int length = table.reader().properties().prefix().lengthIn(key, 0, key.length);
    if (length < 0 || !(table.reader().filter() instanceof RemovableFilter)) {
      return false;
    }
    byte[] prefix = Arrays.copyOf(key, length);
    OfTable noted = tables.computeIfAbsent(table, added -> new OfTable());
    if (Arrays.equals(noted.last, prefix)) {
      return false;
    }
    noted.last = prefix;
    long start = ordinal(cursors.seek(table, prefix), table); // a seek may meet damage
    byte[] next = KeyRange.prefix(prefix).to();
    long end = next == null ? table.meta().entries() : ordinal(cursors.seek(table, next), table);
    noted.spans.add(hasher.hashPrefix(prefix, 0, length));
    noted.spans.add(start);
    noted.spans.add(end);
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
