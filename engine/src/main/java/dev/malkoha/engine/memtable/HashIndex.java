package dev.malkoha.engine.memtable;

import java.util.Arrays;

/**
 * The memtable's open-addressing table from a key's hash to the node of its newest entry: a point
 * read costs one probe, and a key that is not there usually costs one load.
 *
 * <p>A slot packs the hash's low half and the node; 0 is an empty slot, and no node is 0. At most
 * half of the slots are used, so a probe always ends.
 */
final class HashIndex {

  static final int SLOTS_MIN = 1 << 10;

  private HashIndex() {}

  /** The newest node of the key, or 0. */
  static int find(Arena arena, long hash, byte[] key, int offset, int length) {
    long[] index = arena.index();
    int mask = index.length - 1;
    int slot = firstSlot(hash, mask);
    while (true) {
      long entry = arena.indexEntry(slot);
      if (entry == 0) {
        return 0;
      }
      if ((int) (entry >>> Integer.SIZE) == (int) hash) {
        int node = (int) entry;
        if (hasKey(arena, node, key, offset, length)) {
          return node;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Points the key of {@code older} at a newer node; {@code older} 0 adds a new key. */
  static void set(Arena arena, long hash, int older, int newer) {
    int mask = arena.index().length - 1;
    int slot = firstSlot(hash, mask);
    long sought = older == 0 ? 0 : entry(hash, older);
    while (arena.indexEntry(slot) != sought) {
      slot = (slot + 1) & mask;
    }
    arena.setIndexEntry(slot, entry(hash, newer));
  }

  /** An index of twice the slots; {@code hashOf} gives the full hash of a node's key. */
  static long[] doubled(Arena arena, NodeHash hashOf) {
    long[] grown = new long[arena.index().length * 2];
    int mask = grown.length - 1;
    for (long entry : arena.index()) {
      if (entry != 0) {
        int slot = firstSlot(hashOf.hash((int) entry), mask);
        while (grown[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        grown[slot] = entry;
      }
    }
    return grown;
  }

  /** Gives the hash of a node's key again. */
  interface NodeHash {
    long hash(int node);
  }

  private static boolean hasKey(Arena arena, int node, byte[] key, int offset, int length) {
    int at = arena.keyOffset(node);
    return arena.keyLength(node) == length
        && Arrays.equals(arena.bytes(), at, at + length, key, offset, offset + length);
  }

  /**
   * Slots are chosen by the high half, which the entry does not hold, so both halves tell keys
   * apart.
   */
  private static int firstSlot(long hash, int mask) {
    return (int) (hash >>> Integer.SIZE) & mask;
  }

  private static long entry(long hash, int node) {
    return hash << Integer.SIZE | node;
  }
}
