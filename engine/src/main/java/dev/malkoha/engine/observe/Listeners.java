package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.Checkpointed;
import dev.malkoha.engine.events.Closed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.Damaged;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.HeapTight;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.Sealed;
import dev.malkoha.engine.events.Stalled;
import dev.malkoha.engine.events.StoreEvent;
import java.nio.file.Path;
import java.util.List;

/** The listeners of one store, which are told by a thread of their own. */
final class Listeners {

  private final Path store;
  private final List<DbListener> listeners;
  private final Delivery delivery = new Delivery("malkoha-listeners", this::lost);

  Listeners(Path store, List<DbListener> listeners) {
    this.store = store;
    this.listeners = listeners;
  }

  /** Has all listeners told of an event. */
  void tell(StoreEvent event) {
    if (!listeners.isEmpty()) {
      delivery.enqueue(() -> listeners.forEach(listener -> deliver(event, listener)));
    }
  }

  private void lost(long events) {
    StoreLog.warn(store + ": listeners are slow; " + events + " events were not told them", null);
  }

  private void deliver(StoreEvent event, DbListener listener) {
    try {
      switch (event) {
        case Opened opened -> listener.opened(opened);
        case Recovered recovered -> listener.recovered(recovered);
        case Flushed flushed -> listener.flushed(flushed);
        case Compacted compacted -> listener.compacted(compacted);
        case DeletesApplied applied -> listener.deletesApplied(applied);
        case Stalled stalled -> listener.stalled(stalled);
        case Damaged damaged -> listener.damaged(damaged);
        case HeapTight tight -> listener.heapTight(tight);
        case Sealed sealed -> listener.sealed(sealed);
        case Checkpointed checkpointed -> listener.checkpointed(checkpointed);
        case Closed closed -> listener.closed(closed);
      }
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      StoreLog.warn(store + ": a listener failed; the store goes on", e);
    }
  }

  /** Waits until all is told, but for a time at most; a listener does not wait for itself. */
  void await() {
    if (!delivery.await()) {
      StoreLog.warn(
          store + ": a listener is still at work; events that wait come after the close", null);
    }
  }
}
