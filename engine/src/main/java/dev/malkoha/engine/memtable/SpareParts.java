package dev.malkoha.engine.memtable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.observe.StoreLog;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The source of the arrays that memtables grow by, all zero. A background thread makes some of each
 * kind ahead, of the length that was asked for twice in a row, so that no writer waits for memory
 * to be had and cleared. Any thread.
 */
public class SpareParts {

  private static final int BYTE_PARTS = 2;

  private final Stock<byte[]> bytes = new Stock<>(BYTE_PARTS, Byte.BYTES, byte[]::new);
  private final Stock<int[]> ints = new Stock<>(1, Integer.BYTES, int[]::new);
  private final Stock<long[]> longs = new Stock<>(PartGrowth.TABLES, Long.BYTES, long[]::new);
  private volatile @Nullable Executor worker;

  /** The spare parts of one kind. No part is made under its monitor. */
  private final class Stock<T> {

    /** Smaller ones are had at once. */
    private static final int BYTES_MIN = 1 << 16;

    private final int wanted;
    private final int lengthMin;
    private final IntFunction<T> maker;

    @GuardedBy("this")
    private final ArrayDeque<T> ready = new ArrayDeque<>();

    @GuardedBy("this")
    private int length;

    @GuardedBy("this")
    private boolean isRegular;

    Stock(int wanted, int bytesEach, IntFunction<T> maker) {
      this.wanted = wanted;
      this.lengthMin = BYTES_MIN / bytesEach;
      this.maker = maker;
    }

    /** One that is ready, or else one made now. */
    T take(int sought) {
      T spare = sought < lengthMin ? null : poll(sought);
      Executor background = worker;
      if (background != null && missing() > 0) {
        try {
          background.execute(this::fill);
        } catch (RuntimeException | Error e) { // the caller is in the middle of a commit
          StoreLog.debug("no spare parts of memtables", e);
        }
      }
      return spare != null ? spare : maker.apply(sought);
    }

    private synchronized @Nullable T poll(int sought) {
      isRegular = sought == length;
      if (!isRegular) {
        ready.clear();
        length = sought;
      }
      return ready.pollFirst();
    }

    /** The length of a part that is to be made; 0 if there are enough. */
    private synchronized int missing() {
      return isRegular && ready.size() < wanted ? length : 0;
    }

    /** Without memory to spare there are no spares. */
    private void fill() {
      try {
        for (int size = missing(); size > 0; size = missing()) {
          add(size, maker.apply(size));
        }
      } catch (OutOfMemoryError e) {
        clear();
      }
    }

    private synchronized void add(int size, T made) {
      if (size == length && ready.size() < wanted) {
        ready.addLast(made);
      }
    }

    /** Keeps none until they are asked for again. */
    synchronized void clear() {
      ready.clear();
      isRegular = false;
      length = 0;
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
