package dev.malkoha.engine.follow;

import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeViews;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A store that is only read: it publishes one view, and on request a later one. Any thread; reads
 * never wait for a refresh.
 */
public final class Follower {

  /**
   * A published view.
   *
   * @param manifest what names the tables
   * @param views read at one sequence number
   * @param logRecords how many records of the log were read
   */
  public record Shown(ManifestState manifest, TreeViews views, long logRecords) {

    /** All tables, by their numbers. */
    public Map<Long, Table> tables() {
      Map<Long, Table> tables = new HashMap<>();
      for (Tree tree : views.trees()) {
        views.version(tree).tables().forEach(table -> tables.put(table.meta().number(), table));
      }
      return tables;
    }
  }

  private final ConcurrentReader store;
  private final Shared shared;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Shown shown;

  /** Reads a store for the first time. */
  public Follower(ConcurrentReader store) throws IOException {
    this.store = store;
    this.shared = store.shared();
    this.shown = Objects.requireNonNull(store.next(null), "nothing was before");
    publish(shown);
  }

  /** State that the trees share. */
  public Shared shared() {
    return shared;
  }

  /** The published view. Its tables stay open until a refresh or the end. */
  public Shown shown() {
    return shown;
  }

  /**
   * Publishes the present view.
   *
   * @return whether that shows anything else
   */
  public boolean refresh() throws IOException {
    refreshing.lock();
    try {
      shared.health().checkOpen();
      Shown before = shown;
      Optional<Shown> found =
          OwnThread.call(() -> Optional.ofNullable(store.next(before))); // one for all files
      if (found.isEmpty()) {
        return false;
      }
      TreeViews next = found.get().views;
      publish(found.get()).release();
      return next.sequence() != before.views.sequence()
          || !next.trees().equals(before.views.trees());
    } finally {
      refreshing.unlock();
    }
  }

  /** Returns the view before, which nobody begins to read any more. */
  private TreeViews publish(Shown next) {
    shown = next;
    shared.snapshots().publish(next.views.sequence());
    TreeViews before = shared.trees().replace(next.views);
    for (Tree tree : before.trees()) {
      if (next.views.tree(tree.id().number()) == null) {
        tree.markDropped();
      }
    }
    shared.sections().awaitEarlierReads();
    return before;
  }

  /**
   * Waits for a refresh that is under way, and lets go of what is shown and of what the next one
   * would go on from. Once the store refuses all use, none begins.
   */
  public void awaitRefresh() {
    refreshing.lock();
    try {
      store.letGo();
      shown = new Shown(shown.manifest, TreeViews.empty(), shown.logRecords);
    } finally {
      refreshing.unlock();
    }
  }
}
