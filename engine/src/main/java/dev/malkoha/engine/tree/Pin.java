package dev.malkoha.engine.tree;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A place that snapshots read at: a sequence number, and beside a writer a view that is held.
 *
 * <p>The tables that a number needs stay in the published view of a store that is written to. A
 * reader beside a writer cannot keep them there. Any thread.
 *
 * @param sequence the number that is read at
 * @param holder for whom a view is held; null if none is
 * @param close closes the snapshot of the number
 */
public record Pin(Shared shared, long sequence, @Nullable Object holder, LongConsumer close) {

  /**
   * A snapshot of the newest published write.
   *
   * @param close closes the snapshot of a number
   */
  public static Pin ofNewest(Shared shared, LongConsumer close) {
    return new Pin(shared, shared.snapshots().open(), null, close);
  }

  /** A snapshot of the published view, with its tables. */
  public static Pin ofView(Shared shared) {
    Object holder = new Object();
    long sequence = shared.trees().hold(holder, shared).sequence();
    shared.snapshots().open(sequence);
    return new Pin(shared, sequence, holder, shared.snapshots()::close);
  }

  /** Lets it go. Once, never inside a read section. */
  public void release() {
    close.accept(sequence);
    if (holder != null) {
      shared.trees().letGo(holder, shared.sections());
    }
  }
}
