package dev.malkoha.engine;

import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import java.util.List;

/**
 * A named ordered map in a store, beside the others: it has its own memtables and tables, and
 * shares the log, the block cache and the background threads with them. See {@link
 * Db#keyspace(String)}.
 *
 * <p>Writes to several keyspaces are atomic in one {@link WriteBatch}, and a {@link Snapshot} sees
 * all of them at one moment. It ends with its store and needs not be closed.
 */
public final class Keyspace extends KeyValueMap {

  private final Db db;

  Keyspace(Db db, Trees trees, Tree tree) {
    super(db.store, trees, tree, db.handles());
    this.db = db;
  }

  @Override
  Db db() {
    return db;
  }

  /** The number that stands for it in the log. */
  long number() {
    return id().number();
  }

  /** Its name: 1 to 255 bytes of UTF-8. */
  public String name() {
    return id().name();
  }

  /** The options in force: as far as they concern a keyspace, see {@link Db#keyspace}. */
  public DbOptions options() {
    return tree().options();
  }

  /** Writes all that was written to it so far into tables and waits for it. Seldom needed. */
  public void flush() {
    store.writer().flush(List.of(present()));
  }

  /** Gathers all its tables in one level, without anything deleted or overwritten, and waits. */
  public void compact() {
    store.writer().compact(List.of(present()));
  }

  /** What it has done and holds; of the block cache, what the whole store has done with it. */
  public DbStats stats() {
    return new DbStats(store.figures(List.of(present())));
  }

  private Tree present() {
    store.checkOpen();
    tree().checkNotDropped();
    return tree();
  }

  @Override
  public String toString() {
    return "keyspace " + name();
  }
}
