package dev.malkoha.engine.facade;

import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;

/** A moment of a store, and the reads of one keyspace at it. */
public final class StoreSnapshot extends StoreReads implements Snapshot {

  private final Handles.Handle handle;

  /** The snapshot that was opened: this one, or that which this one is the reads of a map of. */
  private final StoreSnapshot opened;

  /** Creates a snapshot of a moment that is held for it. */
  StoreSnapshot(OpenedStore store, Pin pin) {
    super(store.store, store.handles, store.tree, pin);
    this.opened = this;
    this.handle = handles.open(this, "snapshot", pin::release);
  }

  /** Creates the reads of another map at the moment of a snapshot. */
  private StoreSnapshot(StoreSnapshot opened, Tree tree) {
    super(opened.store, opened.handles, tree, opened.pin);
    this.handle = opened.handle;
    this.opened = opened;
  }

  @Override
  TreeReads reads() {
    if (handle.isClosed()) {
      throw new IllegalStateException("the snapshot is closed");
    }
    return super.reads();
  }

  @Override
  Object holder() {
    return opened;
  }

  @Override
  public Reads in(MapReads other) {
    if (!(other instanceof StoreMap of) || of.store != store) {
      throw new IllegalArgumentException("the snapshot belongs to another store");
    }
    return of.tree == opened.tree ? opened : new StoreSnapshot(opened, of.tree);
  }

  @Override
  public long sequence() {
    return at.sequence();
  }

  @Override
  public void close() {
    handle.close(opened);
  }
}
