package dev.malkoha.engine.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The memory of one memtable: key and value bytes, skip-list nodes and the hash index.
 *
 * <p>A node is a run of ints in {@link #nodes}, named by the index of its first. Links are the only
 * ints that change after a node is published, and they are written with release and read with
 * acquire semantics; everything else of a node is written before the first link to it.
 *
 * <p>The arrays grow by replacement of the whole arena, bytes and nodes always together, so that an
 * arena that has been replaced never changes again: a reader that holds it sees a consistent, older
 * state, which holds all that was published before the reader took it.
 *
 * <pre>
 * node := key offset, key length | height &lt;&lt; 16, value offset, value length,
 *         prefix low, prefix high, tag low, tag high, previous, next[height]
 * </pre>
 */
@SuppressWarnings(
    "ArrayRecordComponent") // the arrays are the memory itself; nobody compares arenas
record Arena(byte[] bytes, int[] nodes, long[] index) {

  static final int HEIGHT_MAX = 12;

  private static final int KEY_OFFSET = 0;
  private static final int KEY_LENGTH_AND_HEIGHT = KEY_OFFSET + 1;
  private static final int VALUE_OFFSET = KEY_LENGTH_AND_HEIGHT + 1;
  private static final int VALUE_LENGTH = VALUE_OFFSET + 1;
  private static final int PREFIX = VALUE_LENGTH + 1;
  private static final int TAG = PREFIX + 2;
  private static final int PREVIOUS = TAG + 2;
  private static final int NEXT = PREVIOUS + 1;

  private static final int KEY_LENGTH_MASK = 0xFFFF;
  private static final int HEIGHT_SHIFT = 16;

  private static final VarHandle INT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle LONG = MethodHandles.arrayElementVarHandle(long[].class);

  /** The ints that a node of the given height takes. */
  static int nodeInts(int height) {
    return NEXT + height;
  }

  int keyOffset(int node) {
    return nodes[node + KEY_OFFSET];
  }

  int keyLength(int node) {
    return nodes[node + KEY_LENGTH_AND_HEIGHT] & KEY_LENGTH_MASK;
  }

  int height(int node) {
    return nodes[node + KEY_LENGTH_AND_HEIGHT] >>> HEIGHT_SHIFT;
  }

  int valueOffset(int node) {
    return nodes[node + VALUE_OFFSET];
  }

  int valueLength(int node) {
    return nodes[node + VALUE_LENGTH];
  }

  long prefix(int node) {
    return longAt(node + PREFIX);
  }

  long tag(int node) {
    return longAt(node + TAG);
  }

  int previous(int node) {
    return (int) INT.getAcquire(nodes, node + PREVIOUS);
  }

  int next(int node, int level) {
    return (int) INT.getAcquire(nodes, node + NEXT + level);
  }

  void linkPrevious(int node, int previous) {
    INT.setRelease(nodes, node + PREVIOUS, previous);
  }

  void linkNext(int node, int level, int next) {
    INT.setRelease(nodes, node + NEXT + level, next);
  }

  /** Fills a node that no link leads to yet. */
  void describe(int node, int height, int keyOffset, int keyLength, long prefix, long tag) {
    nodes[node + KEY_OFFSET] = keyOffset;
    nodes[node + KEY_LENGTH_AND_HEIGHT] = keyLength | height << HEIGHT_SHIFT;
    nodes[node + PREFIX] = (int) prefix;
    nodes[node + PREFIX + 1] = (int) (prefix >>> Integer.SIZE);
    nodes[node + TAG] = (int) tag;
    nodes[node + TAG + 1] = (int) (tag >>> Integer.SIZE);
  }

  void describeValue(int node, int offset, int length) {
    nodes[node + VALUE_OFFSET] = offset;
    nodes[node + VALUE_LENGTH] = length;
  }

  long indexEntry(int slot) {
    return (long) LONG.getAcquire(index, slot);
  }

  void setIndexEntry(int slot, long entry) {
    LONG.setRelease(index, slot, entry);
  }

  private long longAt(int at) {
    return Integer.toUnsignedLong(nodes[at]) | (long) nodes[at + 1] << Integer.SIZE;
  }
}
