package dev.malkoha.engine.memtable;

import module java.base;

import dev.malkoha.engine.observe.StoreLog;
import org.jspecify.annotations.Nullable;

/**
 * The source of the arrays that memtables grow by, numbers all zero. A background thread makes the
 * next one of each kind ahead, of the length that was asked for twice in a row, so that no writer
 * waits for memory to be had and cleared. Any thread.
 */
public class SpareParts {

  /** Smaller ones are had at once. */
  private static final int BYTES_MIN = 1 << 16;

  final Stock<byte[]> bytes = new Stock<>(Byte.BYTES, byte[]::new);
  private final Stock<int[]> ints = new Stock<>(Integer.BYTES, int[]::new);
  private final Stock<long[]> longs = new Stock<>(Long.BYTES, long[]::new);
  private volatile @Nullable Executor worker;

  /** The spare part of one kind. */
  final class Stock<T> {

    final AtomicReference<@Nullable T> ready = new AtomicReference<>();
    private volatile int lastAsked;
    private final int lengthMin;
    private final IntFunction<T> maker;

    Stock(int bytesEach, IntFunction<T> maker) {
      this.lengthMin = BYTES_MIN / bytesEach;
      this.maker = maker;
    }

    /** One that is ready, or else one made now. */
    T take(int length) {
      Executor background = worker;
      if (background == null || length < lengthMin) {
        return maker.apply(length);
      }
      boolean isRegular = lastAsked == length;
      lastAsked = length;
      T spare = ready.getAndSet(null);
      try {
        if (isRegular) {
          background.execute(() -> fill(length));
        }
      } catch (RuntimeException | Error e) { // the caller is in the middle of a commit
        StoreLog.debug("no spare parts of memtables", e);
      }
      return spare != null && Array.getLength(spare) == length ? spare : maker.apply(length);
    }

    /** Without memory to spare there is no spare part. */
    private void fill(int length) {
      try {
        ready.set(maker.apply(length));
        if (lastAsked != length) {
          ready.set(null); // it came too late
        }
      } catch (OutOfMemoryError e) {
        StoreLog.debug("no spare parts of memtables", e);
      }
    }

    void clear() {
      lastAsked = 0;
      ready.set(null);
    }
  }

  /** Makes arrays ahead from now on. */
  public final void begin(Executor background) {
    worker = background;
  }

  /** Lets go of what is ready. */
  public final void clear() {
    bytes.clear();
    ints.clear();
    longs.clear();
  }

  /** An empty leaf. */
  KeyNode leaf() {
    return new KeyNode(KeyNode.CAPACITY, false);
  }

  /** Takes an array, or a leaf, that nobody reads any more. */
  void giveBack(Object used, long bytes) {}

  /** An array of a length. */
  public byte[] bytes(int length) {
    return bytes.take(length);
  }

  /** An array of a length. */
  public int[] ints(int length) {
    return ints.take(length);
  }

  /** An array of a length. */
  public long[] longs(int length) {
    return longs.take(length);
  }
}
