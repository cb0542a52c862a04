package dev.malkoha.engine.memtable;

import module java.base;

/**
 * The memtable's open-addressing table from a key's hash to its key record: a point read costs one
 * probe, and a key that is not there usually costs one load.
 *
 * <p>A slot packs the hash's low half and the record; 0 is an empty slot, and no record is 0. At
 * most half of the slots are used, so a probe always ends. A key's first slot is its hash as a
 * share of the whole, so doubling needs no key again and sweeps both tables in order.
 *
 * <p>One thread at a time adds, while any number look keys up.
 */
final class HashIndex {

  static final int SLOTS_MIN = 1 << 10;

  /** The most slots that an array can have. */
  static final int SLOTS_MAX = 1 << 30;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long LOW = 0xffff_ffffL;
  private static final long[] NO_SLOTS = new long[1];
  private static final long[] GONE = {};

  private final Arena arena;
  private final PartGrowth growth;

  /** Kept until all is given back, where that is used again: lookups may be in them. */
  private final Deque<long[]> outgrown = new ArrayDeque<>();

  private volatile long[] slots = NO_SLOTS;
  private int keys; // used by the writing thread alone

  HashIndex(Arena arena, PartGrowth growth) {
    this.arena = arena;
    this.growth = growth;
  }

  /** The key's record, or {@link Arena#NONE}. */
  int find(long hash, byte[] key, int offset, int length) {
    long[] table = slots;
    int slot = firstSlot((int) hash, table.length);
    while (true) {
      long entry = (long) SLOT.getAcquire(table, slot);
      if (entry == 0) {
        return Arena.NONE;
      }
      if (hash(entry) == (int) hash && arena.equals((int) entry, key, offset, length)) {
        return (int) entry;
      }
      slot = next(slot, table.length);
    }
  }

  /** Makes room for one more key. */
  void reserve() {
    long[] full = slots;
    if (keys + 1 > full.length / 2) {
      long[] grown = growth.slots((int) PartGrowth.doubled(full.length, Long.BYTES));
      for (long entry : full) {
        if (entry != 0) {
          grown[emptySlot(grown, hash(entry))] = entry;
        }
      }
      slots = grown;
      if (keys > 0 && growth.source() instanceof UsedParts) {
        outgrown.add(full);
      }
    }
  }

  /** Adds a key that is not there, where room is reserved, and publishes it to point reads. */
  void add(long hash, int record) {
    long[] table = slots;
    SLOT.setRelease(table, emptySlot(table, (int) hash), (hash << Integer.SIZE) | record);
    keys++;
  }

  /** How many keys there are. */
  int keys() {
    return keys;
  }

  /** The memory it takes, in bytes, without what it has outgrown. */
  long bytes() {
    return (long) slots.length * Long.BYTES;
  }

  /** The most memory that it takes once there are so many keys more. */
  long bytesFor(int more) {
    long length =
        Math.max(PartGrowth.lengthIn((long) SLOTS_MIN * Long.BYTES, Long.BYTES), slots.length);
    while (keys + (long) more > length / 2) {
      length = PartGrowth.doubled((int) length, Long.BYTES);
    }
    return length * Long.BYTES;
  }

  /** Whether so many keys more can be added. */
  boolean fits(int more) {
    return keys + (long) more <= SLOTS_MAX / 2;
  }

  /** Gives its memory back. A later search fails. */
  void giveBack() {
    for (long[] table = slots; table != null; table = outgrown.pollLast()) {
      growth.source().giveBack(table, (long) table.length * Long.BYTES);
    }
    slots = GONE;
  }

  private static int emptySlot(long[] table, int hash) {
    int slot = firstSlot(hash, table.length);
    while (table[slot] != 0) {
      slot = next(slot, table.length);
    }
    return slot;
  }

  private static int next(int slot, int slots) {
    return slot + 1 == slots ? 0 : slot + 1;
  }

  private static int firstSlot(int hash, int slots) {
    return (int) (((hash & LOW) * slots) >>> Integer.SIZE);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }
}
