package dev.malkoha.engine.tree;

import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.KeyspaceId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The published view of a store: which keyspaces there are, and what each consists of. Any thread
 * reads and replaces it. What replaces it is found from the view before, by who changes a tree.
 */
public final class Trees {

  private volatile TreeViews now = TreeViews.empty();

  /** Views of before that are held: here, so that holders of a closed store keep no memtable. */
  private final Map<Object, TreeViews> held = new ConcurrentHashMap<>();

  /** The tree that nearly every write is for: found without a search. */
  private volatile @Nullable Tree ofDefault;

  /** The view of now. To be read by who takes it in a read section, or holds it. */
  public TreeViews now() {
    return now;
  }

  /** Holds the tables of the view of now for somebody, who lets go of them. */
  public TreeViews hold(Object holder, Shared shared) {
    int section = shared.sections().enter();
    try {
      shared.health().checkOpen();
      TreeViews view = now;
      view.retain();
      held.put(holder, view);
      return view;
    } finally {
      shared.sections().exit(section);
    }
  }

  /** The view that somebody holds. In a read section. */
  TreeViews heldBy(Object holder) {
    TreeViews view = held.get(holder);
    if (view == null) {
      throw new IllegalStateException("the snapshot is closed");
    }
    return view;
  }

  /** Lets go of what somebody holds, if anything. Never inside a read section. */
  public void letGo(Object holder, ReadSections sections) {
    TreeViews view = held.remove(holder);
    if (view != null) {
      sections.awaitEarlierReads();
      view.release();
    }
  }

  /** All trees, in the order of their keyspaces' numbers. */
  public List<Tree> all() {
    return now.trees();
  }

  /** The tree of the default keyspace. */
  public Tree ofDefault() {
    return Objects.requireNonNull(ofDefault, "the default keyspace");
  }

  /** The tree with a keyspace's number; null if there is none, or none any more. */
  public @Nullable Tree of(long number) {
    return number == KeyspaceId.DEFAULT.number() ? ofDefault : now.tree(number);
  }

  /**
   * The tree with a keyspace's number, to write a batch to.
   *
   * @throws IllegalStateException if the keyspace was dropped
   */
  public Tree writtenTo(long number) {
    Tree tree = of(number);
    if (tree == null) {
      throw new IllegalStateException("a keyspace of the batch was dropped; nothing was written");
    }
    return tree;
  }

  /** The tree with a keyspace's name; null if there is none. */
  public @Nullable Tree of(String name) {
    return all().stream().filter(tree -> tree.id().name().equals(name)).findFirst().orElse(null);
  }

  /** The names of all keyspaces, in order. */
  public List<String> names() {
    return all().stream().map(tree -> tree.id().name()).sorted().toList();
  }

  /** Adds a tree. Once for each, by its opening. */
  synchronized void add(Tree tree, ReadView view) {
    now = now.with(tree, view);
    ofDefault = now.tree(KeyspaceId.DEFAULT.number());
  }

  /**
   * Replaces what a tree consists of. One thread at a time for each tree. A tree that was taken
   * away stays away: its keyspace was dropped.
   */
  synchronized void put(Tree tree, ReadView view) {
    if (tree.equals(now.tree(tree.id().number()))) {
      now = now.with(tree, view);
    }
  }

  /** Takes a tree away, whose versions its caller has to release. */
  public synchronized void remove(Tree tree) {
    now = now.without(tree);
  }

  /** Replaces all of it. Returns the view before, whose tables are to be released. */
  public synchronized TreeViews replace(TreeViews next) {
    ofDefault = next.tree(KeyspaceId.DEFAULT.number());
    TreeViews before = now;
    now = next;
    return before;
  }

  /** Lets go of all views, which holders of a closed store would keep. */
  public synchronized void forget() {
    now = TreeViews.empty();
    held.clear();
  }
}
