package dev.malkoha.sstable;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.sidecar.TableDeletions;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What a table's deletions are when some of its entries are dead, found by looking at all. */
public final class Deletions {

  private final @Nullable RemovableFilter filter;
  private final KeyHasher hasher;
  private final BitSet dead;
  private long[] taken = new long[4];
  private int removals;
  private long deadKeys;

  private Deletions(TableReader table, KeyHasher hasher, BitSet dead) {
    this.filter = table.filter() instanceof RemovableFilter removable ? removable : null;
    this.hasher = hasher;
    this.dead = dead;
  }

  /** The deletions that make these entries of an unchanged table dead. */
  public static TableDeletions of(TableReader table, KeyHasher hasher, BitSet dead)
      throws IOException {
    Deletions deletions = new Deletions(table, hasher, dead);
    try (TableCursor cursor = table.cursorOverAll(false)) {
      cursor.seekToFirst();
      while (cursor.valid()) {
        deletions.takeKey(cursor);
      }
    }
    return TableDeletions.none(table.properties().entries())
        .with(
            vector(dead, table.properties().entries()),
            deletions.deadKeys,
            deletions.taken,
            deletions.removals);
  }

  public static DeletionVector vector(BitSet dead, long entries) {
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    dead.stream().forEach(builder::add);
    return builder.build();
  }

  /** The view of a table in which these deletions are made. */
  public static TableReader apply(TableReader table, TableDeletions deletions) {
    return table.filter() instanceof RemovableFilter removable
        ? table.with(deletions.vector(), deletions.applyTo(removable))
        : table.with(deletions.vector(), table.filter());
  }

  private void takeKey(TableCursor cursor) throws IOException {
    byte[] key = Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength());
    boolean lives = false;
    while (cursor.valid()
        && Arrays.equals(key, 0, key.length, cursor.keyBuffer(), 0, cursor.keyLength())) {
      lives |= !dead.get((int) cursor.ordinal());
      cursor.next();
    }
    if (!lives) {
      deadKeys++;
      if (filter != null) {
        taken = removals == taken.length ? Arrays.copyOf(taken, 2 * removals) : taken;
        taken[removals++] = filter.removal(hasher.hash(key, 0, key.length));
      }
    }
  }
}
