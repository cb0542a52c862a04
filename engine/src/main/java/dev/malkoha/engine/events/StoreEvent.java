package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/** Something that a store has done, or that has happened to it. Immutable. */
public sealed interface StoreEvent
    permits Opened,
        Recovered,
        Flushed,
        Compacted,
        DeletesApplied,
        Stalled,
        Damaged,
        HeapTight,
        Sealed,
        Checkpointed,
        Closed {

  /** The store's directory. */
  Path store();

  /** How long it took; zero for what takes no time. */
  Duration took();
}
