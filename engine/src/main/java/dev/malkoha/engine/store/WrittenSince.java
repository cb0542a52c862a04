package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The memtables of a tree that are written to from some moment on, whether they are still in use or
 * not: they are held until it is closed.
 *
 * <p>Memtables do not know each other. Would each lead to the one that followed it, then a dead one
 * that the collector has moved among the old objects would keep all later ones from being freed,
 * until the old ones are looked through.
 */
public final class WrittenSince implements AutoCloseable {

  /** Those of one tree that are open. Any thread. */
  static final class Open {

    private final Set<WrittenSince> open = ConcurrentHashMap.newKeySet();

    /**
     * Opens one.
     *
     * @param active tells the memtable that is written to now
     */
    WrittenSince open(Supplier<MemTable> active) {
      WrittenSince since = new WrittenSince(this);
      open.add(since); // first: one that is begun meanwhile comes one way or the other
      since.add(active.get());
      return since;
    }

    /** Writers have gone on to a memtable, which everybody sees already. */
    void begun(MemTable memTable) {
      open.forEach(since -> since.add(memTable));
    }
  }

  private final Open all;
  private final List<MemTable> memTables = new ArrayList<>(1); // guarded by this

  private WrittenSince(Open all) {
    this.all = all;
  }

  private synchronized void add(MemTable memTable) {
    memTables.add(memTable);
  }

  /** All of them so far, some perhaps twice. Under the commit lock nothing is written elsewhere. */
  synchronized List<MemTable> memTables() {
    return List.copyOf(memTables);
  }

  @Override
  public void close() {
    all.open.remove(this);
  }
}
