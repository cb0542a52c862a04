package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.DbListener;
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
      listener.happened(event);
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
