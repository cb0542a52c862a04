package dev.malkoha.engine.facade;

import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import java.util.List;

/** An open keyspace other than the default one. */
public final class StoreKeyspace extends StoreMap implements Keyspace {

  private final StoreDb db;

  StoreKeyspace(StoreDb db, Trees trees, Tree tree) {
    super(db.store, trees, tree, db.handles);
    this.db = db;
  }

  @Override
  public StoreDb db() {
    return db;
  }

  @Override
  public String name() {
    return id().name();
  }

  @Override
  public KeyspaceOptions options() {
    return tree().options();
  }

  @Override
  public void flush() {
    store.writer().flush(List.of(present()));
  }

  @Override
  public void compact() {
    compact(KeyRange.all());
  }

  @Override
  public DbStats stats() {
    store.checkOpen();
    return new StoreStats(List.of(present()));
  }

  @Override
  WriteBatch deletion(KeyRange range) {
    return new WriteBatch().deleteRange(this, range);
  }

  @Override
  public String toString() {
    return "keyspace " + name();
  }
}
