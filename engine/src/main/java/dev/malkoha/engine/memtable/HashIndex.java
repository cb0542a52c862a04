package dev.malkoha.engine.memtable;

/**
 * The memtable's open-addressing table from a key's hash to its key record: a point read costs one
 * probe, and a key that is not there usually costs one load.
 *
 * <p>A slot packs the hash's low half and the record; 0 is an empty slot, and no record is 0. At
 * most half of the slots are used, so a probe always ends. Where a key's first slot is, is its hash
 * as a share of the whole: first the table, by the upper bits, then the slot by the others. So
 * doubling needs no key again and sweeps both tables in order.
 */
final class HashIndex {

  /** Slots of a table that begins. */
  static final int SLOTS_MIN = 1 << 9;

  private static final long LOW = 0xffff_ffffL;

  private HashIndex() {}

  /** The key's record, or {@link Arena#NONE}. */
  static int find(Arena arena, long hash, byte[] key, int offset, int length) {
    long[] slots = arena.slots((int) hash);
    int slot = firstSlot((int) hash, slots.length);
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
    int slot = emptySlot(slots, (int) hash);
    Arena.setIndexEntry(slots, slot, (hash << Integer.SIZE) | record);
  }

  /** Copies all entries of a table to an empty one with room for them. */
  static void copy(long[] from, long[] grown) {
    for (long entry : from) {
      if (entry != 0) {
        grown[emptySlot(grown, hash(entry))] = entry;
      }
    }
  }

  /** The number of the table that has a hash. */
  static int table(int hash) {
    return (int) (((hash & LOW) * PartGrowth.TABLES) >>> Integer.SIZE);
  }

  private static int emptySlot(long[] slots, int hash) {
    int slot = firstSlot(hash, slots.length);
    while (slots[slot] != 0) {
      slot = next(slot, slots.length);
    }
    return slot;
  }

  private static int next(int slot, int slots) {
    return slot + 1 == slots ? 0 : slot + 1;
  }

  private static int firstSlot(int hash, int slots) {
    long withinTable = ((hash & LOW) * PartGrowth.TABLES) & LOW;
    return (int) ((withinTable * slots) >>> Integer.SIZE);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }
}
