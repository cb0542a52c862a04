package dev.malkoha.engine.jobs;

import dev.malkoha.engine.memtable.LogPlace;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.wal.Log;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The position from which on the log is needed. Each tree needs it from the first record that is in
 * none of its tables. Any thread that holds neither the commit lock nor a lock that comes after it.
 */
public final class LogNeeds {

  /** The memory of memtables that an opening fills from the log within some milliseconds. */
  private static final long REPLAYED_BYTES_MAX = 4 << 20;

  private final Log log;
  private final Trees trees;
  private final Snapshots snapshots;
  private final ReentrantLock commitLock;

  public LogNeeds(Log log, Trees trees, Shared shared) {
    this.log = log;
    this.trees = trees;
    this.snapshots = shared.snapshots();
    this.commitLock = shared.health().commitLock();
  }

  /** The position from which on any tree needs the log once a memtable is in a table. */
  LogPlace without(FrozenMemTable flushed) {
    commitLock.lock();
    try {
      LogPlace floor = new LogPlace(log.endPosition(), snapshots.newest());
      for (Tree tree : trees.all()) {
        LogPlace need = tree.neededFrom(flushed);
        floor = need == null ? floor : floor.orEarlier(need);
      }
      return floor;
    } finally {
      commitLock.unlock();
    }
  }

  /**
   * The tree that needs the oldest part of the log, if that is further back than its options allow:
   * all others could do with less.
   *
   * @param logBytesMax how much is kept for a tree at least
   */
  public @Nullable Tree farBehind(long logBytesMax) {
    commitLock.lock();
    try {
      Tree last = null;
      LogPlace floor = new LogPlace(log.endPosition(), snapshots.newest());
      for (Tree tree : trees.all()) {
        LogPlace need = tree.neededFrom(null);
        if (need != null && need.position() < floor.position()) {
          floor = need;
          last = tree;
        }
      }
      long kept = log.endPosition() - floor.position();
      return last != null && kept > allowed(last, logBytesMax) ? last : null;
    } finally {
      commitLock.unlock();
    }
  }

  /** The trees whose memtables an opening would be long in filling again from the log. */
  public List<Tree> slowToReplay() {
    commitLock.lock();
    try {
      return trees.all().stream().filter(LogNeeds::isSlowToReplay).toList();
    } finally {
      commitLock.unlock();
    }
  }

  private static boolean isSlowToReplay(Tree tree) {
    long held = tree.view().memTables().stream().mapToLong(MemTable::memoryNeeded).sum();
    return held > REPLAYED_BYTES_MAX;
  }

  /** A memtable that is filled by itself is not to be flushed before. */
  private static long allowed(Tree tree, long logBytesMax) {
    return Math.max(logBytesMax, 2 * tree.options().memTableBytes());
  }
}
