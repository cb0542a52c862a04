package dev.malkoha.engine.facade;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.commit.BatchFormat;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.transaction.IndexedWrites;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import dev.malkoha.engine.transaction.OverlayWalk;
import dev.malkoha.engine.transaction.TrackedWalk;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a transaction does in one keyspace: its writes, and if it is serializable, its reads. */
final class TransactionPart {

  private final Tree tree;
  private final long snapshot;
  private final IndexedWrites writes = new IndexedWrites();

  /** What was read; null if nobody asks for that. */
  private final @Nullable Footprint reads;

  private final List<TrackedWalk> walks = new ArrayList<>();

  TransactionPart(Tree tree, Pin pin, boolean isSerializable) {
    this.tree = tree;
    this.snapshot = pin.sequence();
    this.reads = isSerializable ? new Footprint() : null;
  }

  Tree tree() {
    return tree;
  }

  byte @Nullable [] get(byte[] key) throws IOException {
    Written own = writes.get(key);
    if (own != null) {
      tree.reads().count(Count.GETS, 1);
      return own.value() == null ? null : own.value().clone();
    }
    if (reads != null) {
      reads.addKey(key.clone());
    }
    return tree.reads().get(key, snapshot);
  }

  void write(byte[] key, byte @Nullable [] value) {
    writes.write(key, value);
  }

  void deleteRange(byte[] from, byte[] to) {
    writes.deleteRange(from, to);
  }

  Walk scan(KeyRange range, ScanOptions options) {
    Walk walk = new OverlayWalk(tree.reads().scan(range, snapshot, options), writes, range);
    if (reads == null) {
      return walk;
    }
    TrackedWalk tracked = new TrackedWalk(walk, range, reads.ranges());
    walks.add(tracked);
    return tracked;
  }

  boolean hasWrites() {
    return !writes.isEmpty();
  }

  void addTo(BatchFormat.Writer batch) {
    writes.addTo(batch, tree.id().number());
  }

  /** What nobody else may have changed. */
  Footprint footprint() {
    Footprint footprint = reads == null ? new Footprint() : reads;
    walks.forEach(TrackedWalk::note);
    writes.addTo(footprint);
    return footprint;
  }
}
