package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.jobs.LogNeeds;
import dev.malkoha.engine.jobs.TreeJobs;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Version;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The making, changing and dropping of a store's keyspaces, one at a time.
 *
 * <p>An edit of the manifest is durable at once, so the log is forced first. A power cut that
 * leaves the edit leaves all writes that were acknowledged before the change was asked for.
 */
final class KeyspaceChanges {

  private final Health health;
  private final Versions versions;
  private final Trees trees;
  private final TreeJobs jobs;
  private final Background background;
  private final Job sync;
  private final Log log;
  private final LogNeeds needs;

  /** As stored when the store was opened. */
  private final DbOptions options;

  /** Held while a keyspace is made, changed or dropped. */
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Creates what changes keyspaces.
   *
   * @param sync makes all that was written so far durable
   */
  KeyspaceChanges(
      Health health,
      Versions versions,
      Trees trees,
      TreeJobs jobs,
      Background background,
      Job sync,
      Log log,
      LogNeeds needs,
      DbOptions options) {
    this.health = health;
    this.versions = versions;
    this.trees = trees;
    this.jobs = jobs;
    this.background = background;
    this.sync = sync;
    this.log = log;
    this.needs = needs;
    this.options = options;
  }

  /** The same as {@link Store#keyspace}. */
  Tree keyspace(String name, @Nullable KeyspaceOptions wanted) throws IOException {
    lock.lock();
    try {
      Tree known = trees.of(name);
      if (known == null) {
        return create(name, wanted == null ? trees.ofDefault().options() : wanted);
      }
      if (wanted != null) {
        change(known, wanted);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Drops a keyspace; returns whether there was one. */
  boolean drop(String name) throws IOException {
    lock.lock();
    try {
      Tree known = trees.of(name);
      if (known != null) {
        drop(known);
      }
      return known != null;
    } finally {
      lock.unlock();
    }
  }

  /** Closes the store while no keyspace is half made or dropped. */
  void close() {
    lock.lock();
    try {
      health.close();
    } finally {
      lock.unlock();
    }
  }

  private Tree create(String name, KeyspaceOptions wanted) throws IOException {
    health.checkTakesWrites();
    KeyspaceId id = new KeyspaceId(versions.nextKeyspace(), name);
    Tree tree = trees.ofDefault().another(id, wanted);
    sync.run();
    versions.note(new EditEntry.Keyspace(id, wanted.given()));
    changeTrees(tree::openEmpty);
    return tree;
  }

  /** For memtables and tables to come. */
  private void change(Tree tree, KeyspaceOptions wanted) throws IOException {
    health.checkTakesWrites();
    KeyspaceOptions changed = wanted.over(tree.options());
    if (changed.given().equals(tree.options().given())) {
      return;
    }
    TableFiles files = tree.files(changed); // which may not work here
    sync.run();
    versions.note(stored(tree, changed));
    tree.change(changed, files);
    background.planSoon();
  }

  /** What is stored of changed options: with those of the store if they are the default one's. */
  private EditEntry stored(Tree tree, KeyspaceOptions changed) {
    return tree.id().isDefault()
        ? new EditEntry.OptionsLine(
            options.toBuilder()
                .defaultKeyspace(changed.over(options.defaultKeyspace()))
                .build()
                .given())
        : new EditEntry.Keyspace(tree.id(), changed.given());
  }

  /** The files of a dropped keyspace go when nobody reads them any more. */
  private void drop(Tree tree) throws IOException {
    health.checkTakesWrites();
    sync.run();
    MemTable.LogPlace floor = needs.without(tree);
    log.forceFloor(floor.position());
    versions.drop(tree, needs.edit(floor));
    Version last = tree.view().version(); // no edit follows
    changeTrees(() -> trees.remove(tree));
    log.release(floor.position());
    jobs.forget(tree);
    background.treeGone();
    health.wakeWriters();
    tree.letGo(last);
  }

  /** No batch is being written meanwhile. */
  private void changeTrees(Runnable change) {
    health.commitLock().lock();
    try {
      change.run();
    } finally {
      health.commitLock().unlock();
    }
  }
}
