package dev.malkoha.bench.store;

import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes of the tables that compactions read: not of those moved or dropped unread. */
final class MalkohaReads implements DbListener {

  private final LongAdder bytes = new LongAdder();

  @Override
  public void compacted(StoreEvent.Compacted event) {
    if (event.written().count() > 0) {
      bytes.add(event.read().bytes());
    }
  }

  long bytes() {
    return bytes.sum();
  }
}
