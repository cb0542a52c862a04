package dev.malkoha.engine.follow;

import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store that is only read as it was at one moment: trees that show the writes up to one sequence
 * number, which are never read at another one.
 *
 * <p>Counted: it is held while it is the newest one, and by each snapshot. When nobody holds it any
 * more, its trees refuse further reads, and tables that no other moment has are closed once the
 * last one has ended. Any thread.
 */
public final class Moment {

  private final Shared shared;
  private final Trees trees;
  private final ManifestState manifest;
  private final AtomicInteger holders = new AtomicInteger(1);

  /**
   * Creates a moment, held once.
   *
   * @param shared of its trees: of all its parts the snapshots are the moment's own
   * @param manifest what its tables are named by
   */
  Moment(Shared shared, Trees trees, ManifestState manifest) {
    this.shared = shared;
    this.trees = trees;
    this.manifest = manifest;
  }

  public Trees trees() {
    return trees;
  }

  public ManifestState manifest() {
    return manifest;
  }

  /** All tables, by their numbers. */
  Map<Long, Table> tables() {
    Map<Long, Table> tables = new HashMap<>();
    for (Tree tree : trees.all()) {
      tree.view().version().tables().forEach(table -> tables.put(table.meta().number(), table));
    }
    return tables;
  }

  /** The number of the last write that it shows. */
  long sequence() {
    return shared.snapshots().newest();
  }

  /** Whether another moment shows the same writes, in the same keyspaces. */
  boolean showsTheSameAs(Moment other) {
    return sequence() == other.sequence() && trees.ids().equals(other.trees.ids());
  }

  /** Adds a holder, unless nobody is left. */
  boolean tryRetain() {
    int before = holders.get();
    while (before > 0 && !holders.compareAndSet(before, before + 1)) {
      before = holders.get();
    }
    return before > 0;
  }

  /** Takes a holder away. Never inside a read section. */
  void release() {
    if (holders.decrementAndGet() == 0) {
      trees.all().forEach(Tree::retire);
      shared.sections().awaitEarlierReads();
      trees.all().forEach(tree -> tree.view().version().release());
      trees.all().forEach(Tree::forget);
    }
  }

  /** A snapshot of it, which holds it. Only of one that is held. */
  Trees.Pin pin() {
    long sequence = shared.snapshots().open();
    return new Trees.Pin(
        trees,
        sequence,
        () -> {
          shared.snapshots().close(sequence);
          release();
        });
  }
}
