package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import java.io.IOException;

/**
 * A cursor over a memtable: it walks a copy of one leaf at a time and, for each key, the list of
 * its versions.
 */
public final class MemTableCursor extends EntryCursor {

  private final KeyTree tree;
  private final LeafCopy copy;
  private Arena arena;
  private int at;
  private int key = Arena.NONE;
  private int version = Arena.NONE;

  MemTableCursor(KeyTree tree, Memory memory) {
    this.tree = tree;
    this.copy = new LeafCopy(memory, tree.first());
    this.arena = copy.arena();
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
    standOnNewest(copy.bound(copy.arena(), 0, sought, offset, length, false));
    if (valid() && arena.equals(key, sought, offset, length)) {
      standOnVersion(arena.newestAtOrBelow(key, tag));
    }
  }

  @Override
  public void next() {
    standOnVersion(arena.older(key, version));
  }

  @Override
  public void prev() {
    int newer = arena.newer(version);
    if (newer == Arena.NONE) {
      standOnOldest(at - 1);
    } else {
      show(newer);
    }
  }

  @Override
  public void close() {}

  @Override
  public void pass(byte[] end, long tag) throws IOException {
    long endPrefix = EntryOrder.prefix(end, 0, end.length);
    if (!isBelow(end, endPrefix) || Long.compareUnsigned(tag(), tag) >= 0) {
      return;
    }
    if (tag == -1L) {
      seek(end, 0, end.length, -1L);
      return;
    }
    at++; // what is left of this key is older still
    while (passLeaf(end, tag) && copy.loadNext(false)) {
      at = 0;
    }
    standOnNewest(at);
  }

  /** Passes keys of the copy, from {@link #at} on; returns whether it passed them all. */
  private boolean passLeaf(byte[] end, long tag) {
    Arena now = copy.arena();
    int count = copy.count();
    boolean allBelow = count == 0 || now.compare(copy.key(count - 1), 0, end, 0, end.length) < 0;
    while (at < count
        && Long.compareUnsigned(now.tag(now.newest(copy.key(at))), tag) < 0
        && (allBelow || now.compare(copy.key(at), 0, end, 0, end.length) < 0)) {
      at++;
    }
    return at == count;
  }

  @Override
  public void passBack(byte[] begin, long tag) throws IOException {
    long beginPrefix = EntryOrder.prefix(begin, 0, begin.length);
    if (!valid() || isBelow(begin, beginPrefix) || Long.compareUnsigned(tag(), tag) >= 0) {
      return;
    }
    if (tag == -1L) {
      seekBefore(begin, 0, begin.length);
      return;
    }
    boolean more = true;
    while (more && passLeafBack(begin, tag)) {
      more = copy.loadPrevious(false);
      at = copy.count() - 1;
    }
    if (more) {
      standOnOldest(at);
    } else {
      leave();
    }
  }

  /** Passes keys of the copy, from {@link #at} backwards; returns whether it passed them all. */
  private boolean passLeafBack(byte[] begin, long tag) {
    Arena now = copy.arena();
    boolean allAbove =
        copy.count() == 0 || now.compare(copy.key(0), 0, begin, 0, begin.length) >= 0;
    while (at >= 0
        && Long.compareUnsigned(tag, now.tag(now.newest(copy.key(at)))) > 0
        && (allAbove || now.compare(copy.key(at), 0, begin, 0, begin.length) >= 0)) {
      at--;
    }
    return at < 0;
  }

  /** Stands on the first entry of a key of the copy, or of the leaf behind. */
  private void standOnNewest(int index) {
    at = index;
    if (index == copy.count()) {
      if (!copy.loadNext(true)) {
        leave();
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
      if (!copy.loadPrevious(true)) {
        leave();
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
      standOnNewest(at + 1);
    } else {
      show(wanted);
    }
  }

  private void showKey() {
    arena = copy.arena();
    key = copy.key(at);
    standOnKey(copy.prefix(at, arena), arena.bytes(), arena.keyOffset(key), arena.keyLength(key));
  }

  private void show(int wanted) {
    version = wanted;
    standOnEntry(
        arena.tag(wanted), arena.bytes(), arena.valueOffset(wanted), arena.valueLength(wanted));
  }
}
