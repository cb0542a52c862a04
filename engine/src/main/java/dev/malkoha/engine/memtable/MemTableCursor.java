package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryCursor;

/**
 * A cursor over a memtable: it walks a copy of one leaf at a time and, for each key, the list of
 * its versions.
 */
public final class MemTableCursor implements EntryCursor {

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
  public boolean valid() {
    return version != Arena.NONE;
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
      version = arena.newestAtOrBelow(key, tag);
      if (version == Arena.NONE) {
        standOnNewest(at + 1);
      }
    }
  }

  @Override
  public void next() {
    version = arena.older(key, version);
    if (version == Arena.NONE) {
      standOnNewest(at + 1);
    }
  }

  @Override
  public void prev() {
    version = arena.newer(version);
    if (version == Arena.NONE) {
      standOnOldest(at - 1);
    }
  }

  @Override
  public long keyPrefix() {
    return copy.prefix(at, arena);
  }

  @Override
  public byte[] keyBuffer() {
    return arena.bytes();
  }

  @Override
  public int keyOffset() {
    return arena.keyOffset(key);
  }

  @Override
  public int keyLength() {
    return arena.keyLength(key);
  }

  @Override
  public long tag() {
    return arena.tag(version);
  }

  @Override
  public byte[] valueBuffer() {
    return arena.bytes();
  }

  @Override
  public int valueOffset() {
    return arena.valueOffset(version);
  }

  @Override
  public int valueLength() {
    return arena.valueLength(version);
  }

  @Override
  public void close() {}

  /** Stands on the first entry of a key of the copy, or of the leaf behind. */
  private void standOnNewest(int index) {
    at = index;
    if (index == copy.count()) {
      if (!copy.loadNext()) {
        version = Arena.NONE;
        return;
      }
      at = 0;
    }
    standOnKey();
    version = arena.newest(key);
  }

  /** Stands on the last entry of a key of the copy, or of the leaf in front. */
  private void standOnOldest(int index) {
    at = index;
    if (index < 0) {
      if (!copy.loadPrevious()) {
        version = Arena.NONE;
        return;
      }
      at = copy.count() - 1;
    }
    standOnKey();
    version = key;
  }

  private void standOnKey() {
    arena = copy.arena();
    key = copy.key(at);
  }
}
