package dev.malkoha.engine.memtable;

import org.jspecify.annotations.Nullable;

/**
 * The arrays that a tree's leaves lie in: one each at first, then parts with many in one, if the
 * memtable grows by parts. Of the writing thread.
 */
final class LeafSlabs {

  private static final int LEAVES_ALONE = 64;

  private final @Nullable PartGrowth growth;
  private byte[] slab = {};
  private int used;
  private int leaves;
  private long bytes;

  LeafSlabs(@Nullable PartGrowth growth) {
    this.growth = growth;
  }

  /** A new leaf. */
  Leaf next() {
    if (used + KeyRun.BYTES > slab.length) {
      slab = nextSlab();
      bytes += slab.length;
      used = 0;
    }
    Leaf leaf = new Leaf(slab, used);
    used += KeyRun.BYTES;
    leaves++;
    return leaf;
  }

  private byte[] nextSlab() {
    PartGrowth by = growth;
    return by == null || leaves < LEAVES_ALONE
        ? new byte[KeyRun.BYTES]
        : by.source().bytes(by.slabLength(bytes));
  }
}
