package dev.malkoha.engine.memtable;

import dev.malkoha.filter.KeyHasher;

/** Compares a memtable that grows by small parts with a sorted set of its entries. */
final class PartedMemTableModelTest extends MemTableModelTest {

  /** The longest key and a value may be more than half a part of 128 KiB, or less. */
  private static final int SHIFT = 17;

  @Override
  MemTable memTable(KeyHasher hash) {
    return new MemTable(hash, null, new PartGrowth(new SpareParts(), SHIFT, 0, 0));
  }
}
