package dev.malkoha.sstable;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The data blocks of one table that are in memory, by block number. The {@link BlockCache} decides
 * which those are; readers take them without a lock, and without a write unless a block's reference
 * mark has to be set again.
 */
final class ResidentBlocks {

  private static final VarHandle BLOCK = MethodHandles.arrayElementVarHandle(byte[][].class);

  private final byte[] @Nullable [] blocks;

  /**
   * The clock's reference marks. Plain accesses, racing on purpose: a lost mark costs at most one
   * early eviction.
   */
  private final boolean[] referenced;

  /** Guarded by the cache's lock. */
  private boolean closed;

  ResidentBlocks(int count) {
    blocks = new byte[count][];
    referenced = new boolean[count];
  }

  /** How many blocks the table has. */
  int count() {
    return blocks.length;
  }

  /** The block, or null when it is not in memory. */
  byte @Nullable [] get(int number) {
    return (byte[]) BLOCK.getAcquire(blocks, number);
  }

  /** Notes that a block was used, for the clock. */
  void reference(int number) {
    if (!referenced[number]) {
      referenced[number] = true;
    }
  }

  // From here on, methods are for the cache alone, under its lock.

  void put(int number, byte @Nullable [] block, boolean asReferenced) {
    referenced[number] = asReferenced;
    BLOCK.setRelease(blocks, number, block);
  }

  /** Takes the reference mark from a block and returns whether it had one. */
  boolean takeReference(int number) {
    boolean had = referenced[number];
    referenced[number] = false;
    return had;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
  }
}
