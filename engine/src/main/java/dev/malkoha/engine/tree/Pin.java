package dev.malkoha.engine.tree;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A place that snapshots read at: a sequence number, and beside a writer a view that is held.
 *
 * <p>The tables that a number needs stay in the published view of a store that is written to. A
 * reader beside a writer cannot keep them there. Any thread.
 */
public final class Pin {

  private final long sequence;
  private final boolean holdsView;
  private final AtomicReference<@Nullable TreeViews> held;
  private final Shared shared;
  private final LongConsumer close;

  private Pin(Shared shared, long sequence, @Nullable TreeViews held, LongConsumer close) {
    this.shared = shared;
    this.sequence = sequence;
    this.holdsView = held != null;
    this.held = new AtomicReference<>(held);
    this.close = close;
  }

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
    Snapshots snapshots = shared.snapshots();
    TreeViews held = shared.trees().hold(shared.health(), shared.sections());
    long sequence = snapshots.open(held.sequence());
    return new Pin(shared, sequence, held, snapshots::close);
  }

  /** The number that is read at. */
  public long sequence() {
    return sequence;
  }

  boolean holdsView() {
    return holdsView;
  }

  /** The view that is held, for who asks in a read section. */
  TreeViews view() {
    TreeViews view = held.get();
    if (view == null) {
      throw new IllegalStateException("the snapshot is closed");
    }
    return view;
  }

  /** Lets it go. Once, never inside a read section. */
  public void release() {
    close.accept(sequence);
    TreeViews view = held.getAndSet(null);
    if (view != null) {
      shared.sections().awaitEarlierReads();
      view.release();
    }
  }
}
