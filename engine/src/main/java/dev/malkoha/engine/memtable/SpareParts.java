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
  private static final class Stock<T> {

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

    /** One that is ready; null if there is none. */
    synchronized @Nullable T poll(int sought) {
      if (sought < lengthMin) {
        return null;
      }
      isRegular = sought == length;
      if (!isRegular) {
        ready.clear();
        length = sought;
      }
      return ready.pollFirst();
    }

    synchronized boolean isLow() {
      return isRegular && ready.size() < wanted;
    }

    void fill() {
      while (isLow()) {
        int size = length();
        add(size, maker.apply(size));
      }
    }

    private synchronized int length() {
      return length;
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
    return poll(bytes, length);
  }

  /** An array of a length. */
  public int[] ints(int length) {
    return poll(ints, length);
  }

  /** An array of a length. */
  public long[] longs(int length) {
    return poll(longs, length);
  }

  private <T> T poll(Stock<T> stock, int length) {
    T ready = stock.poll(length);
    Executor background = worker;
    if (background != null && stock.isLow()) {
      ask(background, stock);
    }
    return ready != null ? ready : stock.maker.apply(length);
  }

  /** Without a thread there are no spares, because the caller is in the middle of a commit. */
  private static void ask(Executor background, Stock<?> stock) {
    try {
      background.execute(() -> fill(stock));
    } catch (RuntimeException | Error e) {
      StoreLog.debug("no spare parts of memtables", e);
    }
  }

  /** Without memory to spare there are no spares. */
  private static void fill(Stock<?> stock) {
    try {
      stock.fill();
    } catch (OutOfMemoryError e) {
      stock.clear();
    }
  }
}
