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

    /** For each prefix: its hash, its first ordinal, and the one after its last. */
    private final LongStream.Builder spans = LongStream.builder();

    /** The prefix that was met last; empty if none was. */
    private byte[] last = {};

    /** Its first ordinal; -1 if there is no need to know where it ends. */
    private long first;

    /** The ordinal after all that was noted. */
    private long end;

    boolean wasLast(byte[] key) {
      return last.length > 0
          && last.length <= key.length
          && Arrays.equals(last, 0, last.length, key, 0, last.length);
    }

    void add(long hash, long behind) {
      if (first >= end && first < behind) {
        spans.add(hash);
        spans.add(first);
        spans.add(behind);
        end = behind;
      }
      first = -1;
    }
  }

  /**
   * Notes the prefix of a key that has died in a table, or may have, if it has one and the filter
   * could let go of it. A table's keys ascend: what is alive before the key, under the same prefix,
   * stays so, and so does what is after it, or its own turn comes. Then there is nothing to look
   * for.
   *
   * @param cursors to look for it with; that of the table stands after the key
   * @return whether the table's cursor among these stands elsewhere than after the key
   */
  boolean note(Table table, byte[] key, TableCursors cursors, KeyHasher hasher) throws IOException {
    int length = table.reader().properties().prefix().lengthIn(key, 0, key.length);
    if (length < 0 || !(table.reader().filter() instanceof RemovableFilter)) {
      return false;
    }
    OfTable noted = tables.computeIfAbsent(table, added -> new OfTable());
    boolean isNew = !noted.wasLast(key);
    if (isNew) {
      noted.last = Arrays.copyOf(key, length);
      noted.first = first(table, key, noted.last, cursors);
    }
    if (noted.first < 0) {
      return isNew;
    }
    TableCursor behind = isNew ? cursors.seekBehind(table, key) : cursors.of(table);
    return finish(noted, table, behind, cursors, hasher);
  }

  /** Notes the span of the prefix that was met last, unless the entry after the key is alive. */
  private static boolean finish(
      OfTable noted, Table table, TableCursor behind, TableCursors cursors, KeyHasher hasher)
      throws IOException {
    byte[] prefix = noted.last;
    boolean more = begins(behind, prefix);
    if (more && !table.isDead(behind.ordinal())) {
      return false;
    }
    long end = more ? end(table, prefix, cursors) : ordinal(behind, table);
    noted.add(hasher.hashPrefix(prefix, 0, prefix.length), end);
    return true;
  }

  /** The ordinal of the first entry with a key's prefix; -1 if one before the key is alive. */
  private static long first(Table table, byte[] key, byte[] prefix, TableCursors cursors)
      throws IOException {
    TableCursor cursor = cursors.seek(table, key);
    cursor.seekBefore(key, 0, key.length);
    if (!begins(cursor, prefix)) {
      return cursor.valid() ? cursor.ordinal() + 1 : 0;
    }
    return table.isDead(cursor.ordinal()) ? ordinal(cursors.seek(table, prefix), table) : -1;
  }

  private static boolean begins(TableCursor cursor, byte[] prefix) {
    int offset = cursor.keyOffset();
    return cursor.valid()
        && cursor.keyLength() >= prefix.length
        && Arrays.equals(
            cursor.keyBuffer(), offset, offset + prefix.length, prefix, 0, prefix.length);
  }

  /** The ordinal after all entries with a prefix. */
  private static long end(Table table, byte[] prefix, TableCursors cursors) throws IOException {
    byte[] next = KeyRange.prefix(prefix).to();
    return next == null ? table.meta().entries() : ordinal(cursors.seek(table, next), table);
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
