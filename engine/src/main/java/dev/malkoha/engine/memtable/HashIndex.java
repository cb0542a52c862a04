package dev.malkoha.engine.memtable;

/**
 * The memtable's open-addressing table from a key's hash to its key record: a point read costs one
 * probe, and a key that is not there usually costs one load.
 *
 * <p>A slot packs the hash's low half and the record; 0 is an empty slot, and no record is 0. At
 * most half of the slots are used, so a probe always ends. A key's first slot is the top bits of
 * that half, so that doubling needs no key again and sweeps both tables in order.
 */
final class HashIndex {

  static final int SLOTS_MIN = 1 << 10;

  /** The most slots that an array can have. */
  static final int SLOTS_MAX = 1 << 30;

  private HashIndex() {}

  /** The key's record, or {@link Arena#NONE}. */
  static int find(Arena arena, long hash, byte[] key, int offset, int length) {
    int slots = arena.index().length;
    int slot = firstSlot((int) hash, slots);
    while (true) {
      long entry = arena.indexEntry(slot);
      if (entry == 0) {
        return Arena.NONE;
      }
      if (hash(entry) == (int) hash && arena.equals((int) entry, key, offset, length)) {
        return (int) entry;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }

  /** Adds a key that is not there, and publishes its record to point reads. */
  static void add(Arena arena, long hash, int record) {
    arena.setIndexEntry(emptySlot(arena.index(), (int) hash), (hash << Integer.SIZE) | record);
  }

  /** A copy of twice the slots. */
  static long[] doubled(long[] index) {
    long[] grown = new long[index.length * 2];
    for (long entry : index) {
      if (entry != 0) {
        grown[emptySlot(grown, hash(entry))] = entry;
      }
    }
    return grown;
  }

  private static int emptySlot(long[] index, int hash) {
    int slot = firstSlot(hash, index.length);
    while (index[slot] != 0) {
      slot = (slot + 1) & (index.length - 1);
    }
    return slot;
  }

  private static int firstSlot(int hash, int slots) {
    return hash >>> (Integer.numberOfLeadingZeros(slots) + 1);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }
}
