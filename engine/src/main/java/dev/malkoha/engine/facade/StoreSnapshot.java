package dev.malkoha.engine.facade;

import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.tree.Pin;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicBoolean;

/** A moment of a store, and the reads of its default keyspace at it. */
public final class StoreSnapshot extends SnapshotReads implements Snapshot {

  private final Pin pin;
  private final Handles.Handle handle;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** The reads last asked for. Any thread sets it; all of its fields are final. */
  private SnapshotReads last = this;

  /** Creates a snapshot of a moment that is held for it. */
  StoreSnapshot(StoreDb db, Pin pin) {
    super(db);
    this.pin = pin;
    this.handle = db.handles.open(this, "snapshot", pin::release);
  }

  /** The reads of a map that is not the default one. */
  static final class Other extends SnapshotReads {

    private final StoreSnapshot snapshot;

    private Other(StoreSnapshot snapshot, StoreMap map) {
      super(map);
      this.snapshot = snapshot;
    }

    @Override
    StoreSnapshot snapshot() {
      return snapshot;
    }
  }

  @Override
  StoreSnapshot snapshot() {
    return this;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // that very map is meant
  public Reads in(KeyValueMap other) {
    SnapshotReads known = last;
    if (known.map == other) {
      return known;
    }
    StoreMap of = (StoreMap) other;
    if (of.db() != map) {
      throw new IllegalArgumentException("the snapshot belongs to another store");
    }
    SnapshotReads reads = of == map ? this : new Other(this, of);
    last = reads;
    return reads;
  }

  @Override
  public long sequence() {
    return pin.sequence();
  }

  /** For a read during which the caller keeps this snapshot reachable. */
  Pin pin() {
    if (closed.get()) {
      throw new IllegalStateException("the snapshot is closed");
    }
    return pin;
  }

  @Override
  public void close() {
    try {
      if (closed.compareAndSet(false, true)) {
        handle.close();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }
}
