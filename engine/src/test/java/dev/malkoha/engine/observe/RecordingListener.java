package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Checkpointed;
import dev.malkoha.engine.events.StoreEvent.Closed;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.engine.events.StoreEvent.DeletesApplied;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.engine.events.StoreEvent.HeapTight;
import dev.malkoha.engine.events.StoreEvent.Opened;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import java.util.ArrayList;
import java.util.List;

/** A listener that remembers what it was told, in order. Any thread. */
class RecordingListener implements DbListener {

  private final List<StoreEvent> events = new ArrayList<>();

  /** Takes any event. */
  void hear(StoreEvent event) {
    add(event);
  }

  private synchronized void add(StoreEvent event) {
    events.add(event);
    notifyAll();
  }

  /** All that was told so far. */
  synchronized List<StoreEvent> all() {
    return List.copyOf(events);
  }

  /** What was told so far of one kind. */
  <E extends StoreEvent> List<E> of(Class<E> kind) {
    return all().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Waits until there is so much. */
  synchronized void await(int count) throws InterruptedException {
    while (events.size() < count) {
      wait();
    }
  }

  @Override
  public void opened(Opened event) {
    hear(event);
  }

  @Override
  public void recovered(Recovered event) {
    hear(event);
  }

  @Override
  public void flushed(Flushed event) {
    hear(event);
  }

  @Override
  public void compacted(Compacted event) {
    hear(event);
  }

  @Override
  public void deletesApplied(DeletesApplied event) {
    hear(event);
  }

  @Override
  public void stalled(Stalled event) {
    hear(event);
  }

  @Override
  public void heapTight(HeapTight event) {
    hear(event);
  }

  @Override
  public void sealed(Sealed event) {
    hear(event);
  }

  @Override
  public void checkpointed(Checkpointed event) {
    hear(event);
  }

  @Override
  public void closed(Closed event) {
    hear(event);
  }
}
