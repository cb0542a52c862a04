package dev.malkoha.engine.memtable;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The sorted, append-only, in-memory newest data of the store: a skip list for order and a hash
 * index for point reads, over one {@link Arena}.
 *
 * <p>Entries are ordered by key, then by tag descending. One thread at a time adds (the commit
 * pipeline's lock); any number read without locks, and see every entry whose sequence number was
 * published before they began. A further entry of a key that is already here is linked in front of
 * the newest one without a search, since the hash index names its place.
 *
 * <p>After Pugh's skip list with the back links of Pebble's arena skip list; the key's first eight
 * bytes stand in the node so that most comparisons touch nothing else.
 */
public final class MemTable {

  private static final int BRANCHING_BITS = 2;
  private static final int HEAD = 1;
  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;

  private final KeyHasher hasher;
  private final SplittableRandom random = new SplittableRandom(0x6D616C6B6F6861L);
  private final int[] predecessors = new int[Arena.HEIGHT_MAX];
  private final int[] tails = new int[Arena.HEIGHT_MAX];

  private volatile Arena arena;

  // Of the writing thread alone.
  private int bytesUsed;
  private int nodeIntsUsed;
  private int keys;

  private int entries;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;

  /**
   * Creates an empty memtable.
   *
   * @param expectedBytes a hint: about how many bytes of keys, values and nodes it will hold
   */
  public MemTable(KeyHasher hasher, long expectedBytes) {
    this.hasher = hasher;
    int bytes = Math.clamp(expectedBytes, 1 << 12, 1 << 30);
    this.nodeIntsUsed = HEAD + Arena.nodeInts(Arena.HEIGHT_MAX);
    this.arena =
        new Arena(
            new byte[bytes],
            new int[Math.max(nodeIntsUsed + 64, bytes / 12)],
            new long[HashIndex.SLOTS_MIN]);
    arena.describe(HEAD, Arena.HEIGHT_MAX, 0, 0, 0, 0);
    Arrays.fill(tails, HEAD);
  }

  /** Adds an entry; its tag must be above every tag of the same key here. */
  public void add(
      long tag,
      byte[] key,
      int keyOffset,
      int keyLength,
      byte[] value,
      int valueOffset,
      int valueLength) {
    long hash = hasher.hash(key, keyOffset, keyLength);
    int older = HashIndex.find(arena, hash, key, keyOffset, keyLength);
    int height = older == 0 ? randomHeight() : 1;
    ensureRoom((older == 0 ? (long) keyLength : 0) + valueLength, Arena.nodeInts(height));
    int node = nodeIntsUsed;
    nodeIntsUsed += Arena.nodeInts(height);
    if (older == 0) {
      long prefix = EntryOrder.prefix(key, keyOffset, keyLength);
      int keyAt = store(key, keyOffset, keyLength);
      arena.describe(node, height, keyAt, keyLength, prefix, tag);
    } else {
      arena.describe(node, height, arena.keyOffset(older), keyLength, arena.prefix(older), tag);
    }
    arena.describeValue(node, store(value, valueOffset, valueLength), valueLength);
    if (older == 0) {
      findPredecessors(arena.prefix(node), key, keyOffset, keyLength);
      link(node, height);
      growIndexWhenHalfFull();
      keys++;
    } else {
      linkBefore(older, node);
    }
    HashIndex.set(arena, hash, older, node);
    noteAdded(tag);
  }

  /**
   * Finds the newest entry of a key at or below a tag.
   *
   * @return whether there is one; it is then described in {@code result}
   */
  public boolean get(byte[] key, int offset, int length, long hash, long maxTag, Lookup result) {
    Arena view = arena;
    int node = HashIndex.find(view, hash, key, offset, length);
    if (node == 0) {
      return false;
    }
    int keyAt = view.keyOffset(node);
    while (Long.compareUnsigned(view.tag(node), maxTag) > 0) {
      node = view.next(node, 0);
      if (node == 0 || view.keyOffset(node) != keyAt || view.keyLength(node) != length) {
        return false;
      }
    }
    result.buffer = view.bytes();
    result.valueOffset = view.valueOffset(node);
    result.valueLength = view.valueLength(node);
    result.tag = view.tag(node);
    return true;
  }

  /** A cursor over the entries; it sees at least those published before this call. */
  public MemTableCursor cursor() {
    return new MemTableCursor(arena, HEAD);
  }

  /** Whether nothing was added. Of the writing thread, or once writing has ended. */
  public boolean isEmpty() {
    return entries == 0;
  }

  /** The number of entries. Of the writing thread, or once writing has ended. */
  public int entries() {
    return entries;
  }

  /** The bytes of keys and values. Of the writing thread, or once writing has ended. */
  public int bytesUsed() {
    return bytesUsed;
  }

  /** The memory in use, in bytes. Of the writing thread, or once writing has ended. */
  public long memoryUsed() {
    return bytesUsed
        + (long) nodeIntsUsed * Integer.BYTES
        + (long) arena.index().length * Long.BYTES;
  }

  /** Whether a batch of so many operations and bytes still fits the largest arena. */
  public boolean fits(int operations, long batchBytes) {
    return bytesUsed + batchBytes <= ARRAY_LENGTH_MAX
        && nodeIntsUsed + (long) operations * Arena.nodeInts(2) <= ARRAY_LENGTH_MAX;
  }

  /** The least sequence number here. Once writing has ended. */
  public long smallestSequence() {
    return smallestSequence;
  }

  /** The greatest sequence number here. Once writing has ended. */
  public long largestSequence() {
    return largestSequence;
  }

  private void noteAdded(long tag) {
    long sequence = EntryKind.sequence(tag);
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    entries++;
  }

  private int store(byte[] from, int offset, int length) {
    int at = bytesUsed;
    System.arraycopy(from, offset, arena.bytes(), at, length);
    bytesUsed += length;
    return at;
  }

  private int randomHeight() {
    int zeros = Long.numberOfTrailingZeros(random.nextLong());
    return Math.min(Arena.HEIGHT_MAX, 1 + zeros / BRANCHING_BITS);
  }

  /** Fills {@link #predecessors} with the last node below the key, at each level. */
  private void findPredecessors(long prefix, byte[] key, int offset, int length) {
    if (tails[0] == HEAD || compare(tails[0], prefix, key, offset, length) < 0) {
      System.arraycopy(tails, 0, predecessors, 0, tails.length);
      return;
    }
    int node = HEAD;
    for (int level = Arena.HEIGHT_MAX - 1; level >= 0; level--) {
      int next = arena.next(node, level);
      while (next != 0 && compare(next, prefix, key, offset, length) < 0) {
        node = next;
        next = arena.next(node, level);
      }
      predecessors[level] = node;
    }
  }

  private int compare(int node, long prefix, byte[] key, int offset, int length) {
    int byPrefix = Long.compareUnsigned(arena.prefix(node), prefix);
    if (byPrefix != 0) {
      return byPrefix;
    }
    int at = arena.keyOffset(node);
    return Arrays.compareUnsigned(
        arena.bytes(), at, at + arena.keyLength(node), key, offset, offset + length);
  }

  /** Links a node of a new key behind its predecessors, lowest level first. */
  private void link(int node, int height) {
    Arena now = arena;
    int successor = now.next(predecessors[0], 0);
    now.linkPrevious(node, predecessors[0]);
    for (int level = 0; level < height; level++) {
      int next = now.next(predecessors[level], level);
      now.linkNext(node, level, next);
      now.linkNext(predecessors[level], level, node);
      if (next == 0) {
        tails[level] = node;
      }
    }
    if (successor != 0) {
      now.linkPrevious(successor, node);
    }
  }

  /** Links a newer entry of a key in front of its newest so far. */
  private void linkBefore(int older, int node) {
    int predecessor = arena.previous(older);
    arena.linkNext(node, 0, older);
    arena.linkPrevious(node, predecessor);
    arena.linkNext(predecessor, 0, node);
    arena.linkPrevious(older, node);
  }

  private void ensureRoom(long bytes, int ints) {
    Arena now = arena;
    boolean roomForBytes = bytesUsed + bytes <= now.bytes().length;
    boolean roomForNodes = nodeIntsUsed + ints <= now.nodes().length;
    if (!roomForBytes || !roomForNodes) {
      int byteLength =
          roomForBytes ? now.bytes().length : grown(now.bytes().length, bytesUsed + bytes);
      int nodeLength =
          roomForNodes ? now.nodes().length : grown(now.nodes().length, (long) nodeIntsUsed + ints);
      arena =
          new Arena(
              Arrays.copyOf(now.bytes(), byteLength),
              Arrays.copyOf(now.nodes(), nodeLength),
              now.index().clone());
    }
  }

  private static int grown(int length, long needed) {
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold " + needed + " bytes");
    }
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(needed, 2L * length));
  }

  private void growIndexWhenHalfFull() {
    Arena now = arena;
    if (keys + 1 > now.index().length / 2) {
      long[] doubled = HashIndex.doubled(now, node -> hashOf(now, node));
      arena = new Arena(now.bytes(), now.nodes(), doubled);
    }
  }

  private long hashOf(Arena now, int node) {
    return hasher.hash(now.bytes(), now.keyOffset(node), now.keyLength(node));
  }
}
