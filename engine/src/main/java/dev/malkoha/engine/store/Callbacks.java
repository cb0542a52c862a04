package dev.malkoha.engine.store;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a store makes of its users' code in their own threads. What that code throws
 * reaches them as it is, checked or not. It may use the store, but not close it.
 */
public final class Callbacks {

  /** How many calls each thread is in. */
  private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);

  /** Carries what a user's code has thrown past those who take it for a failure of the store. */
  @SuppressWarnings("serial") // never leaves the process
  private static final class Thrown extends RuntimeException {
    Thrown(IOException cause) {
      super(null, cause, false, false);
    }
  }

  /** Does something that calls users' code; its own failures are thrown in their public form. */
  public <T extends @Nullable Object> T during(OwnThread.Action<T> work) {
    int[] inside = depth.get();
    inside[0]++;
    try {
      return work.run();
    } catch (IOException e) {
      throw Failures.of(e);
    } catch (Thrown e) {
      throw Callbacks.<RuntimeException>asItIs(e.getCause());
    } finally {
      inside[0]--;
    }
  }

  /** Calls users' code. */
  public static <T extends @Nullable Object> T call(Supplier<T> code) {
    try {
      return code.get();
    } catch (Throwable e) {
      throw passedOn(e);
    }
  }

  /** Throws on what users' code has thrown: for callers that make no object for a call. */
  public static RuntimeException passedOn(Throwable e) {
    throw e instanceof IOException own ? new Thrown(own) : Callbacks.<RuntimeException>asItIs(e);
  }

  @SuppressWarnings("unchecked") // nobody looks at the type before it is thrown
  private static <E extends Throwable> RuntimeException asItIs(@Nullable Throwable thrown)
      throws E {
    throw (E) thrown;
  }

  /** Throws if the thread is in such a call. */
  void checkOutside() {
    if (depth.get()[0] > 0) {
      throw new IllegalStateException(
          "the store cannot be closed by what it calls itself (an operator, a consumer, a"
              + " transaction's body, an ingestion's input or progress): close it after that");
    }
  }

  /**
   * The keys whose values a thread is computing, in operators of updates. What an operator itself
   * writes to its key would have it called again, without end.
   *
   * @param outer the one in whose operator this one began
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Updating(Tree tree, byte[] key, @Nullable Updating outer) {

    private static final ScopedValue<Updating> INNERMOST = ScopedValue.newInstance();

    /** Calls an operator of a key. */
    public static byte @Nullable [] call(
        Tree tree, byte[] key, Supplier<byte @Nullable []> operator) {
      return ScopedValue.where(INNERMOST, new Updating(tree, key, innermost()))
          .call(() -> Callbacks.call(operator));
    }

    private static @Nullable Updating innermost() {
      return isGoingOn() ? INNERMOST.get() : null;
    }

    /** Whether the thread is in an operator. */
    public static boolean isGoingOn() {
      return INNERMOST.isBound();
    }

    /**
     * Throws if a key that the thread is updating is written.
     *
     * @param to the end of a range from the key on, or open; null for the key alone
     */
    public static void refuse(Tree tree, byte[] key, byte @Nullable [] to) {
      if (isGoingOn()) {
        refuse(tree, to == null ? KeyRange.closed(key, key) : RangeTombstone.keys(key, to));
      }
    }

    /** Throws if the thread is updating a key of a range, which is written. */
    public static void refuse(Tree tree, KeyRange written) {
      for (Updating now = innermost(); now != null; now = now.outer) {
        if (now.tree.equals(tree) && written.contains(now.key)) {
          throw new IllegalStateException(
              "the operator of an update writes the key that it is to give the value of, and would"
                  + " be called again for that, without end: return the value instead");
        }
      }
    }
  }
}
