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
  private final long slack;

  /** The kind comes first that was not asked for, or given back, for the longest. */
  @GuardedBy("this")
  private final SequencedMap<Kind, ArrayDeque<Object>> kept = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("this")
  private long keptBytes;

  /**
   * Keeps nothing yet.
   *
   * @param room how many bytes may be kept now
   * @param slack how many more may be while nothing new is made: a writer that waited for a flush
   *     takes its first parts before the flushed memtable gives its own back
   */
  public UsedParts(LongSupplier room, long slack) {
    this.room = room;
    this.slack = slack;
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
      Deque<Object> some = kept.computeIfAbsent(new Kind(type, bytes), _ -> new ArrayDeque<>());
      if (!some.isEmpty()) {
        keptBytes -= bytes;
        return type.cast(some.removeLast());
      }
      trim(Math.max(keptBytes - bytes, room.getAsLong()));
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

  /** Keeps what may be asked for again: nothing is kept of a kind that never was. */
  private synchronized void keep(Kind kind, Object used) {
    ArrayDeque<Object> some = kept.get(kind);
    if (some != null) {
      some.addLast(used);
      keptBytes += kind.bytes;
      trim(room.getAsLong() + slack);
    }
  }

  /** How many bytes are kept. */
  synchronized long keptBytes() {
    return keptBytes;
  }

  /** Forgets kinds of which nothing is left, too. */
  @GuardedBy("this")
  private void trim(long most) {
    while (keptBytes > most && !kept.isEmpty()) {
      Map.Entry<Kind, ArrayDeque<Object>> oldest = kept.firstEntry();
      if (oldest.getValue().pollLast() == null) {
        kept.pollFirstEntry();
      } else {
        keptBytes -= oldest.getKey().bytes;
      }
    }
  }
}
