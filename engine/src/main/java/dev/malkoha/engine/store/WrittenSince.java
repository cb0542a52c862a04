package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memtables of a tree that were written to from some moment on, whether they are still in use
 * or not: they are held until it is closed.
 *
 * <p>Memtables do not know each other. Would each lead to the one that followed it, then a dead one
 * that the collector has moved among the old objects would keep all later ones from being freed,
 * until the old ones are looked through.
 */
public final class WrittenSince implements AutoCloseable {

  /** Those of one tree that are open. Any thread. */
  static final class Open {

    private final Set<WrittenSince> open = ConcurrentHashMap.newKeySet();

    /** Opens one, to which every memtable belongs that is begun from now on. */
    WrittenSince open() {
      WrittenSince since = new WrittenSince(this);
      open.add(since);
      return since;
    }

    /** Writers have gone on to a memtable, which everybody sees already. */
    void begun(MemTable memTable) {
      open.forEach(since -> since.add(memTable));
    }
  }

  private final Open all;
  private final List<MemTable> begun = new ArrayList<>(0); // guarded by this

  private WrittenSince(Open all) {
    this.all = all;
  }

  private synchronized void add(MemTable memTable) {
    begun.add(memTable);
  }

  /**
   * A memtable and those that were begun since; some perhaps twice.
   *
   * @param first the one that was written to some time after this was opened
   */
  synchronized List<MemTable> from(MemTable first) {
    List<MemTable> memTables = new ArrayList<>(begun);
    memTables.add(first);
    return memTables;
  }

  @Override
  public void close() {
    all.open.remove(this);
  }
}
