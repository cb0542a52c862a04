package dev.malkoha.engine.memtable;

/**
 * The memtable's open-addressing table from a key's hash to its key record: a point read costs one
 * probe, and a key that is not there usually costs one load.
 *
 * <p>A slot packs the hash's low half and the record; 0 is an empty slot, and no record is 0. At
 * most half of the slots are used, so a probe always ends. Where a key's first slot is, is its hash
 * as a share of the whole: first the table, by the upper bits, if there are several, then the slot
 * by the others. So doubling needs no key again and sweeps both tables in order.
 */
final class HashIndex {

  static final int SLOTS_MIN = 1 << 10;

  /** The most slots that an array can have. */
  static final int SLOTS_MAX = 1 << 30;

  private static final long LOW = 0xffff_ffffL;

  private HashIndex() {}

  /** The key's record, or {@link Arena#NONE}. */
  static int find(Arena arena, long hash, byte[] key, int offset, int length) {
    long[] slots = arena.slots((int) hash);
    int slot = firstSlot((int) hash, arena.index().length, slots.length);
    while (true) {
      long entry = Arena.indexEntry(slots, slot);
      if (entry == 0) {
        return Arena.NONE;
      }
      if (hash(entry) == (int) hash && arena.equals((int) entry, key, offset, length)) {
        return (int) entry;
      }
      slot = next(slot, slots.length);
    }
  }

  /** Adds a key that is not there, and publishes its record to point reads. */
  static void add(Arena arena, long hash, int record) {
    long[] slots = arena.slots((int) hash);
    int slot = emptySlot(slots, (int) hash, arena.index().length);
    Arena.setIndexEntry(slots, slot, (hash << Integer.SIZE) | record);
  }

  /**
   * Copies all entries of a table.
   *
   * @param grown empty, with room for them
   * @param tables how many the index has
   */
  static void copy(long[] from, long[] grown, int tables) {
    for (long entry : from) {
      if (entry != 0) {
        grown[emptySlot(grown, hash(entry), tables)] = entry;
      }
    }
  }

  /** The number of the table that has a hash. */
  static int table(int hash, int tables) {
    return (int) (((hash & LOW) * tables) >>> Integer.SIZE);
  }

  private static int emptySlot(long[] slots, int hash, int tables) {
    int slot = firstSlot(hash, tables, slots.length);
    while (slots[slot] != 0) {
      slot = next(slot, slots.length);
    }
    return slot;
  }

  private static int next(int slot, int slots) {
    return slot + 1 == slots ? 0 : slot + 1;
  }

  private static int firstSlot(int hash, int tables, int slots) {
    long withinTable = ((hash & LOW) * tables) & LOW;
    return (int) ((withinTable * slots) >>> Integer.SIZE);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }
}
