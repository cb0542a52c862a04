package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryCursor;

/**
 * A cursor over a memtable: it walks a copy of one leaf at a time and, for each key, the list of
 * its versions.
 */
public final class MemTableCursor extends EntryCursor {

  private final KeyTree tree;
  private final LeafCopy copy;
  private final Arena arena;
  private int at;
  private int key = Arena.NONE;
  private int version = Arena.NONE;

  MemTableCursor(KeyTree tree, Arena arena) {
    this.tree = tree;
    this.arena = arena;
    this.copy = new LeafCopy(arena, tree.first());
  }

  @Override
  public void seekToFirst() {
    copy.load(tree.first());
    standOnNewest(0);
  }

  @Override
  public void seekToLast() {
    copy.loadLast(tree.last());
    standOnOldest(copy.count() - 1);
  }

  @Override
  public void seek(byte[] sought, int offset, int length, long tag) {
    tree.load(sought, offset, length, copy);
    standOnNewest(copy.bound(arena, 0, sought, offset, length, false));
    if (valid() && arena.equals(key, sought, offset, length)) {
      standOnVersion(arena.newestAtOrBelow(key, tag));
    }
  }

  /** Looks once for the place: a key that comes meanwhile, and is not below, is never met. */
  @Override
  public void seekBefore(byte[] limit, int offset, int length) {
    tree.load(limit, offset, length, copy);
    standOnOldest(copy.bound(arena, 0, limit, offset, length, false) - 1);
  }

  @Override
  public void next() {
    standOnVersion(arena.older(key, version));
  }

  @Override
  public void nextKey() {
    walk(at + 1);
  }

  @Override
  public void prev() {
    int newer = arena.newer(version);
    if (newer == Arena.NONE) {
      copy.walkTo(at - 1, false);
      standOnOldest(at - 1);
    } else {
      show(newer);
    }
  }

  @Override
  public void close() {}

  /** Stands on the first entry of a key of the copy, or of the leaf behind. */
  private void standOnNewest(int index) {
    at = index;
    if (index == copy.count()) {
      if (!copy.loadNext()) {
        invalidate();
        return;
      }
      at = 0;
    }
    showKey();
    show(arena.newest(key));
  }

  /** Stands on the last entry of a key of the copy, or of the leaf in front. */
  private void standOnOldest(int index) {
    at = index;
    if (index < 0) {
      if (!copy.loadPrevious()) {
        invalidate();
        return;
      }
      at = copy.count() - 1;
    }
    showKey();
    show(key);
  }

  /** Stands on a version of the key, or if there is none, on the next key. */
  private void standOnVersion(int wanted) {
    if (wanted == Arena.NONE) {
      walk(at + 1);
    } else {
      show(wanted);
    }
  }

  /** Goes on to the next key. */
  private void walk(int index) {
    copy.walkTo(index, true);
    standOnNewest(index);
  }

  private void showKey() {
    key = copy.key(at);
    standOnKey(
        copy.prefix(at, arena), arena.keyBytes(key), arena.keyOffset(key), arena.keyLength(key));
  }

  private void show(int wanted) {
    version = wanted;
    standOnEntry(
        arena.tag(wanted),
        arena.valueBytes(wanted),
        arena.valueOffset(wanted),
        arena.valueLength(wanted));
  }
}
