package dev.malkoha.engine.tree;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A place that snapshots read at: a moment, and beside a writer a view that is held.
 *
 * <p>The tables that a number needs stay in the published view of a store that is written to. A
 * reader beside a writer cannot keep them there. Any thread.
 *
 * @param at the moment that is read at
 * @param holder for whom a view is held; null if none is
 * @param close closes the snapshot of the moment
 */
public record Pin(Shared shared, Moment at, @Nullable Object holder, Consumer<Moment> close) {

  /** A snapshot of the published view, with its tables. */
  public static Pin ofView(Shared shared) {
    Object holder = new Object();
    long sequence = shared.trees().hold(holder, shared).sequence();
    Moment at = shared.snapshots().open(sequence);
    return new Pin(shared, at, holder, shared.snapshots()::close);
  }

  /** Another snapshot of the same moment, while this one is open, in a store that is written to. */
  public Pin again() {
    return new Pin(shared, shared.snapshots().openAgain(at), null, close);
  }

  /** The sequence number that is read at. */
  public long sequence() {
    return at.sequence();
  }

  /** Lets it go. Once, never inside a read section. */
  public void release() {
    close.accept(at);
    if (holder != null) {
      shared.trees().letGo(holder, shared.sections());
    }
  }
}
