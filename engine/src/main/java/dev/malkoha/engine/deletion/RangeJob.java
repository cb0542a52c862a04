package dev.malkoha.engine.deletion;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run over tables that range deletes touch: every entry that they cover is found, with its key,
 * for the filter is to let go of it too. What it found is for others to write down.
 */
final class RangeJob {

  private static final int MARKS_MAX = 1 << 21;

  private final KeyHasher hasher;
  private final ApplierJob.Bounds bounds;
  private final Marks marks = new Marks();
  private final List<RangePlan.Pair> done = new ArrayList<>();

  private @Nullable Table table;
  private DeletionVector.Builder dead = DeletionVector.none(0).builder();
  private long blocksRead;

  RangeJob(KeyHasher hasher, ApplierJob.Bounds bounds) {
    this.hasher = hasher;
    this.bounds = bounds;
  }

  /** Looks through pairs, those of one table next to each other, until a run's bound is met. */
  void run(List<RangePlan.Pair> pairs) throws IOException {
    bounds.begin();
    for (RangePlan.Pair pair : pairs) {
      if (marks.count() >= MARKS_MAX || blocksRead >= bounds.blocksMax()) {
        return;
      }
      if (!pair.table().equals(table)) {
        table = pair.table();
        dead = pair.table().vectorOrNone().builder();
      }
      cover(pair.range(), pair.table());
      done.add(pair);
    }
  }

  private void cover(RangeTombstone range, Table covered) throws IOException {
    try (TableCursor cursor = covered.reader().cursorOverAll(false)) {
      cursor.seek(range.from(), 0, range.from().length, -1L);
      while (cursor.valid() && isBefore(cursor, range.to())) {
        coverKey(range.sequence(), covered, cursor);
      }
      blocksRead += cursor.blocksRead();
      bounds.pay(cursor.blocksRead());
    }
  }

  /** Marks the key's entries that are older than the range delete, and moves behind the key. */
  private void coverKey(long sequence, Table covered, TableCursor cursor) throws IOException {
    byte[] key = KeyAt.copy(cursor);
    boolean lives = false;
    boolean marked = false;
    for (; cursor.valid() && KeyAt.is(cursor, key); cursor.next()) {
      long tag = cursor.tag();
      if (EntryKind.sequence(tag) >= sequence) {
        lives |= !dead.isDead(cursor.ordinal());
      } else if (dead.add(cursor.ordinal())) {
        marks.add(covered, cursor.ordinal(), EntryKind.kind(tag) == EntryKind.DELETE);
        marked = true;
      }
    }
    if (marked && !lives) {
      marks.keyIsDead(KeyAt.trace(covered, hasher.hash(key, 0, key.length)));
    }
    marks.endKey();
  }

  private static boolean isBefore(TableCursor cursor, byte[] end) {
    int at = cursor.keyOffset();
    return Arrays.compareUnsigned(
            cursor.keyBuffer(), at, at + cursor.keyLength(), end, 0, end.length)
        < 0;
  }

  Marks marks() {
    return marks;
  }

  /** The pairs that were looked through. */
  List<RangePlan.Pair> done() {
    return done;
  }

  long blocksRead() {
    return blocksRead;
  }
}
