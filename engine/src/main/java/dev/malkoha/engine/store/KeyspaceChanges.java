package dev.malkoha.engine.store;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The making, changing and dropping of a store's keyspaces, one at a time: meanwhile its monitor,
 * the keyspace lock, is held.
 *
 * <p>An edit of the manifest is durable at once, so the log is forced first. A power cut that
 * leaves the edit leaves all writes that were acknowledged before the change was asked for.
 */
final class KeyspaceChanges {

  private final StoreWriter writer;
  private final Shared shared;
  private final Trees trees;
  private final Versions versions;

  /** Creates what changes the keyspaces of a store that is written to. */
  KeyspaceChanges(StoreWriter writer, Shared shared, Versions versions) {
    this.writer = writer;
    this.shared = shared;
    this.trees = shared.trees();
    this.versions = versions;
  }

  /** The same as {@link Store#keyspace}. */
  synchronized Tree keyspace(String name, @Nullable KeyspaceOptions wanted) throws IOException {
    Tree known = trees.of(name);
    if (known == null) {
      return create(name, wanted == null ? trees.ofDefault().options() : wanted);
    }
    if (wanted != null) {
      change(known, wanted);
    }
    return known;
  }

  /** Drops a keyspace; returns whether there was one. */
  synchronized boolean drop(String name) throws IOException {
    Tree known = trees.of(name);
    if (known != null) {
      drop(known);
    }
    return known != null;
  }

  /** Closes the store while no keyspace is half made or dropped. */
  synchronized void close() {
    shared.health().close();
  }

  private Tree create(String name, KeyspaceOptions wanted) throws IOException {
    shared.health().checkTakesWrites();
    KeyspaceId id = new KeyspaceId(versions.nextKeyspace(), name);
    Tree tree = trees.ofDefault().another(id, wanted);
    writer.sync();
    versions.note(new EditEntry.Keyspace(id, wanted.given()));
    changeTrees(tree::openEmpty);
    return tree;
  }

  /** For memtables and tables to come. */
  private void change(Tree tree, KeyspaceOptions wanted) throws IOException {
    shared.health().checkTakesWrites();
    KeyspaceOptions changed = wanted.over(tree.options());
    if (changed.given().equals(tree.options().given())) {
      return;
    }
    TableFiles files = tree.files().with(changed); // which may not work here
    writer.sync();
    versions.note(stored(tree, changed));
    tree.change(changed, files);
    writer.background.planSoon();
  }

  /** What is stored of changed options: with those of the store if they are the default one's. */
  private EditEntry stored(Tree tree, KeyspaceOptions changed) {
    return tree.id().isDefault()
        ? new EditEntry.OptionsLine(
            writer.options.toBuilder()
                .defaultKeyspace(changed.over(writer.options.defaultKeyspace()))
                .build()
                .given())
        : new EditEntry.Keyspace(tree.id(), changed.given());
  }

  /** The files of a dropped keyspace go when nobody reads them any more. */
  private void drop(Tree tree) throws IOException {
    shared.health().checkTakesWrites();
    writer.sync();
    MemTable.LogPlace floor = writer.needs.without(tree);
    writer.log.forceFloor(floor.position());
    versions.drop(tree, writer.needs.edit(floor));
    Version last = tree.view().version(); // no edit follows
    changeTrees(() -> trees.remove(tree));
    writer.log.release(floor.position());
    writer.jobs.forget(tree);
    writer.background.treeGone();
    shared.health().wakeWriters();
    tree.letGo(last);
  }

  /** No batch is being written meanwhile. */
  private void changeTrees(Runnable change) {
    shared.health().commitLock().lock();
    try {
      change.run();
    } finally {
      shared.health().commitLock().unlock();
    }
  }
}
