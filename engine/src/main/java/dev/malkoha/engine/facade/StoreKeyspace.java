package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.tree.Tree;
import org.jspecify.annotations.Nullable;

/** An open keyspace, or a view of one whose writes have a durability of their own. */
public final class StoreKeyspace extends StoreMap implements Keyspace {

  private final StoreDb db;

  /** Null where the options say it. */
  private final @Nullable Durability durability;

  StoreKeyspace(StoreDb db, Tree tree, @Nullable Durability durability) {
    super(db.store, db.handles, tree);
    this.db = db;
    this.durability = durability;
  }

  @Override
  Durability durability() {
    return durability == null ? super.durability() : durability;
  }

  @Override
  public Keyspace withDurability(Durability level) {
    return new StoreKeyspace(db, tree, Objects.requireNonNull(level, "durability"));
  }

  @Override
  public StoreDb db() {
    return db;
  }

  @Override
  public KeyspaceOptions options() {
    return tree.options();
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
  public void compact(KeyRange range) {
    Objects.requireNonNull(range, "range");
    store.writer().compact(List.of(present()), range);
  }

  @Override
  public void clear() {
    deleteRange(KeyRange.all());
  }

  /** Views of one keyspace are equal: a batch takes them for one. */
  @Override
  @SuppressWarnings("ReferenceEquality") // that very store is meant
  public boolean equals(@Nullable Object other) {
    return other instanceof StoreKeyspace that
        && store == that.store
        && tree.id().number() == that.tree.id().number();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(tree.id().number());
  }

  @Override
  public String toString() {
    return "keyspace " + name();
  }
}
