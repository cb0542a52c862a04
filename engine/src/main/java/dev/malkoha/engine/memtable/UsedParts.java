package dev.malkoha.engine.memtable;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The arrays and leaves of memtables that nobody reads any more, kept for the next ones: so the
 * collector does not move and gather again and again what all memtables may take. Any thread.
 */
public final class UsedParts extends SpareParts {

  /** Parts of one type and size. */
  private record Kind(Class<?> type, long bytes) {}

  private final LongSupplier room;

  /** The kind comes first that was not asked for, or given back, for the longest. */
  @GuardedBy("this")
  private final SequencedMap<Kind, ArrayDeque<Object>> kept = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("this")
  private long keptBytes;

  /**
   * Keeps nothing yet.
   *
   * @param room how many bytes may be kept now
   */
  public UsedParts(LongSupplier room) {
    this.room = room;
  }

  @Override
  public byte[] bytes(int length) {
    return take(byte[].class, length, () -> new byte[length]);
  }

  @Override
  public int[] ints(int length) {
    return take(int[].class, (long) length * Integer.BYTES, () -> new int[length]);
  }

  @Override
  public long[] longs(int length) {
    return take(long[].class, (long) length * Long.BYTES, () -> new long[length]);
  }

  @Override
  KeyNode leaf() {
    return take(KeyNode.class, KeyTree.NODE_BYTES, super::leaf);
  }

  private <T> T take(Class<T> type, long bytes, Supplier<T> maker) {
    synchronized (this) {
      ArrayDeque<Object> some = kept.get(new Kind(type, bytes));
      if (some != null && !some.isEmpty()) {
        keptBytes -= bytes;
        return type.cast(some.removeLast());
      }
      makeRoom(bytes);
    }
    return maker.get();
  }

  @Override
  void giveBack(Object used, long bytes) {
    switch (used) {
      case KeyNode leaf -> leaf.empty();
      case int[] ints -> Arrays.fill(ints, 0);
      case long[] longs -> Arrays.fill(longs, 0);
      default -> {} // of bytes none is read that was not stored
    }
    keep(new Kind(used.getClass(), bytes), used);
  }

  private synchronized void keep(Kind kind, Object used) {
    kept.computeIfAbsent(kind, _ -> new ArrayDeque<>()).addLast(used);
    keptBytes += kind.bytes;
  }

  /**
   * Lets go of as much as is about to be taken anew, if there is no room for both. What is in use
   * and kept so grows no further; and a memtable that began before the one that was flushed had
   * given all back does not cost it that.
   */
  @GuardedBy("this")
  private void makeRoom(long bytes) {
    long goal = keptBytes - bytes;
    while (keptBytes > Math.max(goal, room.getAsLong()) && !kept.isEmpty()) {
      Map.Entry<Kind, ArrayDeque<Object>> oldest = kept.firstEntry();
      if (oldest.getValue().pollLast() == null) {
        kept.pollFirstEntry();
      } else {
        keptBytes -= oldest.getKey().bytes;
      }
    }
  }
}
