package dev.malkoha.engine.follow;

import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Trees.Pin;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a store that is only read shows: one moment of it, and on request a later one. Any thread;
 * reads never wait for a move.
 */
public final class Moments {

  /**
   * What a store that is only read shows now, for a look at all of it. The tables stay open until
   * the store is refreshed or closed.
   *
   * @param manifest what they are named by
   * @param tables by their numbers
   * @param logRecords read so far
   */
  public record Holding(ManifestState manifest, Map<Long, Table> tables, long logRecords) {}

  private final StoreBeside store;
  private final ReentrantLock moving = new ReentrantLock();
  private volatile Moment newest;

  /** Begins with a first moment. */
  public Moments(StoreBeside store, Moment first) {
    this.store = store;
    this.newest = first;
  }

  /** Whether the store is open. */
  public Health health() {
    return store.health();
  }

  /** The sections of all point reads. */
  public ReadSections sections() {
    return store.sections();
  }

  /** The moment that is shown. */
  public Moment newest() {
    return newest;
  }

  /** Holds the moment that is shown. */
  public Pin pin() {
    Moment now = newest;
    while (!now.tryRetain()) {
      Moment before = now;
      now = newest;
      if (now == before) {
        throw new IllegalStateException("the store has let go of what it shows; reopen it");
      }
    }
    return now.pin();
  }

  /**
   * Moves on to the present moment.
   *
   * @return whether that shows anything else
   */
  public boolean refresh() throws IOException {
    moving.lock();
    try {
      store.health().checkOpen();
      Moment before = newest;
      Optional<Moment> found =
          OwnThread.call(() -> Optional.ofNullable(store.next(before))); // one for all files
      if (found.isEmpty()) {
        return false;
      }
      Moment next = found.get();
      newest = next;
      before.release();
      return !next.showsTheSameAs(before);
    } finally {
      moving.unlock();
    }
  }

  /** What the moment that is shown holds open. */
  public Holding holding() {
    Moment now = newest;
    return new Holding(now.manifest(), now.tables(), store.logRecords());
  }

  /**
   * Waits for a move that is under way, and lets go of what the next one would go on from. Once the
   * store refuses all use, none begins.
   */
  public void awaitMove() {
    moving.lock();
    try {
      store.letGo();
    } finally {
      moving.unlock();
    }
  }
}
