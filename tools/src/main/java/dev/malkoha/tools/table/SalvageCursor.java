package dev.malkoha.tools.table;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.block.DataBlock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the entries of a damaged table's sound blocks. It moves forward only, once, and
 * tells what it could not read on the way. It throws no damage.
 */
public final class SalvageCursor extends EntryCursor {

  private final TableSalvage table;
  private final TableSalvage.Losses losses;
  private byte @Nullable [] block;
  private int position;
  private byte[] key = {};
  private @Nullable DeletionVector dead;
  private Hidden hidden = (prefix, key, tag) -> false;
  private long tagBase;

  /** Says of an entry whether something that is newer hides it. */
  public interface Hidden {
    boolean test(long prefix, byte[] key, long tag);
  }

  SalvageCursor(TableSalvage table, TableSalvage.Losses losses) {
    this.table = table;
    this.losses = losses;
  }

  /** Does not show these entries. Before the cursor is moved. */
  public void hide(DeletionVector vector) {
    dead = vector;
  }

  /** Does not show entries that are hidden. Before the cursor is moved. */
  public void hide(Hidden wanted) {
    hidden = wanted;
  }

  /**
   * Shows tags below a number as greater by it than the file says: those of entries whose number
   * was not known when they were written. Before the cursor is moved.
   */
  public void addToTags(long base) {
    tagBase = base;
  }

  @Override
  public void seekToFirst() {
    enter(table.nextBlock());
    stand();
  }

  @Override
  public void next() {
    position++;
    stand();
  }

  /** Stands on the next entry that lives, in this block or a later one. */
  private void stand() {
    byte[] now = block;
    while (now != null) {
      if (position == DataBlock.count(now)) {
        enter(table.nextBlock());
        now = block;
      } else if (!isDead(now) && show(now)) {
        return;
      } else {
        position++;
      }
    }
    invalidate();
  }

  private boolean isDead(byte[] now) {
    long ordinal = (long) DataBlock.firstOrdinal(now) + position;
    return dead != null && ordinal < dead.entries() && dead.isDead(ordinal);
  }

  /** Goes on in a block, or ends; a block that is not after the last one counts as damaged. */
  private void enter(byte @Nullable [] following) {
    byte[] before = block;
    byte[] last = before == null ? null : key(before, DataBlock.count(before) - 1);
    byte[] next = following;
    String damage = table.damage();
    while (next != null && last != null && isBefore(next, last, before)) {
      damage = damage.isEmpty() ? "a block whose keys are out of order" : damage;
      next = table.nextBlock();
    }
    damage = damage.isEmpty() ? table.damage() : damage;
    if (!damage.isEmpty()) {
      losses.lost(last, next == null ? null : key(next, 0), damage);
    }
    block = next;
    position = 0;
  }

  private static boolean isBefore(byte[] next, byte[] last, byte @Nullable [] before) {
    int order = Arrays.compareUnsigned(key(next, 0), last);
    return order < 0
        || (order == 0
            && before != null
            && Long.compareUnsigned(
                    DataBlock.tag(next, 0), DataBlock.tag(before, DataBlock.count(before) - 1))
                >= 0);
  }

  /** Stands on the entry, unless it is hidden. */
  private boolean show(byte[] now) {
    key = key(now, position);
    long prefix = EntryOrder.prefix(key, 0, key.length);
    long stored = DataBlock.tag(now, position);
    long tag = Long.compareUnsigned(stored, tagBase) < 0 ? tagBase + stored : stored;
    if (hidden.test(prefix, key, tag)) {
      return false;
    }
    int value = DataBlock.value(now, position);
    standOnKey(prefix, key, 0, key.length);
    standOnEntry(tag, now, value, DataBlock.end(now, position) - value);
    return true;
  }

  private static byte[] key(byte[] block, int position) {
    byte[] key = new byte[DataBlock.keyLength(block, position)];
    int prefix = DataBlock.prefixLength(block);
    System.arraycopy(block, DataBlock.PREFIX, key, 0, prefix);
    byte[] head = new byte[Long.BYTES];
    Bytes.putLongBigEndian(head, 0, DataBlock.head(block, position));
    int headLength = Math.min(Long.BYTES, key.length - prefix);
    System.arraycopy(head, 0, key, prefix, headLength);
    int tail = key.length - prefix - headLength;
    System.arraycopy(block, DataBlock.tail(block, position), key, prefix + headLength, tail);
    return key;
  }

  @Override
  public void close() {
    block = null;
    invalidate();
  }
}
