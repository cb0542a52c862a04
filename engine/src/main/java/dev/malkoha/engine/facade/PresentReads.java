package dev.malkoha.engine.facade;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import java.util.Objects;

/** The reads of one map as it is now. */
abstract class PresentReads extends StoreReads implements MapReads {

  /** Stands for the sequence number of the newest write. */
  private static final long NOW = -1;

  PresentReads(OpenedStore.Parts parts, Tree tree) {
    super(parts, tree);
  }

  @Override
  final TreeReads reads() {
    return tree.reads();
  }

  @Override
  final long at() {
    return NOW;
  }

  @Override
  public final GetExplanation explainGet(byte[] key) {
    Limits.checkKey(key);
    return Failures.call(() -> reads().explain(key));
  }

  @Override
  public final long estimate(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return Failures.call(() -> reads().estimate(range));
  }

  @Override
  public final long estimateBytes(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return Failures.call(() -> reads().estimateBytes(range));
  }

  /** Returns the name of the keyspace. */
  public final String name() {
    return tree.id().name();
  }

  /** The tree of a keyspace that was not dropped, in a store that is open. */
  final Tree present() {
    store.checkOpen();
    tree.checkNotDropped();
    return tree;
  }
}
