package dev.malkoha.engine.tree;

import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.Version;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One immutable view of a whole store: each keyspace's tree with its memtables and its version.
 *
 * <p>It is a trie by the keyspaces' numbers. The view that replaces one shares all of it but the
 * path to what has changed.
 */
public final class TreeViews {

  /** Says that the view is read at the newest published sequence number. */
  private static final long NEWEST = -1;

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;

  /**
   * A tree and what it consists of in this view.
   *
   * @param dead what is dead to readers of it
   */
  record Part(Tree tree, ReadView view, DeadNow dead) {}

  /** Nodes are arrays of nodes, and of parts at the lowest level. */
  private final @Nullable Object[] root;

  /** The shift of a number for its place in the root. */
  private final int shift;

  /** All trees, in the order of their numbers. */
  private final List<Tree> trees;

  private final long sequence;

  private TreeViews(@Nullable Object[] root, int shift, List<Tree> trees, long sequence) {
    this.root = root;
    this.shift = shift;
    this.trees = trees;
    this.sequence = sequence;
  }

  /** A view of no keyspace, read at the newest published sequence number. */
  public static TreeViews empty() {
    return new TreeViews(new @Nullable Object[WIDTH], 0, List.of(), NEWEST);
  }

  /** The same view, read at a sequence number only. */
  public TreeViews at(long number) {
    return new TreeViews(root, shift, trees, number);
  }

  /** The sequence number that readers of now use, of those that are published. */
  long sequence(Snapshots snapshots) {
    return sequence == NEWEST ? snapshots.newest() : sequence;
  }

  /** The sequence number that it is read at; -1 for the newest published one. */
  public long sequence() {
    return sequence;
  }

  /** All trees, in the order of their keyspaces' numbers. */
  public List<Tree> trees() {
    return trees;
  }

  /** The tree of a keyspace; null if there is none. */
  public @Nullable Tree tree(long number) {
    Part part = part(number);
    return part == null ? null : part.tree;
  }

  /** The memtables and tables of a keyspace; null if there is none. */
  public @Nullable ReadView view(long number) {
    Part part = part(number);
    return part == null ? null : part.view;
  }

  /** The version of one of its trees. */
  public Version version(Tree tree) {
    return Objects.requireNonNull(view(tree.id().number()), "one of its trees").version();
  }

  /** The part of a keyspace; null if there is none. */
  @Nullable Part part(long number) {
    if (number >>> shift >= WIDTH) {
      return null;
    }
    @Nullable Object[] node = root;
    for (int at = shift; at > 0; at -= BITS) {
      Object below = node[place(number, at)];
      if (below == null) {
        return null;
      }
      node = (@Nullable Object[]) below;
    }
    return (Part) node[place(number, 0)];
  }

  private static int place(long number, int shift) {
    return (int) (number >>> shift) & (WIDTH - 1);
  }

  /** The view with another part of a tree in it, or with one more tree, of a greater number. */
  TreeViews with(Tree tree, ReadView view) {
    return with(new Part(tree, view, tree.dead()));
  }

  /**
   * The same of a tree that another process writes to. Nobody says what is put after this view: so
   * it has a set of its own of what is dead.
   */
  public TreeViews withFixed(Tree tree, ReadView view) {
    return with(new Part(tree, view, new DeadNow(_ -> {})));
  }

  private TreeViews with(Part part) {
    Tree tree = part.tree;
    long number = tree.id().number();
    List<Tree> all =
        tree(number) == tree ? trees : Stream.concat(others(number), Stream.of(tree)).toList();
    @Nullable Object[] top = root;
    int height = shift;
    while (number >>> height >= WIDTH) {
      @Nullable Object[] above = new @Nullable Object[WIDTH];
      above[0] = top;
      top = above;
      height += BITS;
    }
    return new TreeViews(replaced(top, height, number, part), height, all, sequence);
  }

  /** The view without a tree. */
  TreeViews without(Tree tree) {
    long number = tree.id().number();
    return new TreeViews(
        replaced(root, shift, number, null), shift, others(number).toList(), sequence);
  }

  private Stream<Tree> others(long number) {
    return trees.stream().filter(tree -> tree.id().number() != number);
  }

  /** A copy of a node with another part at a number's place. */
  private static @Nullable Object[] replaced(
      @Nullable Object @Nullable [] node, int shift, long number, @Nullable Part part) {
    @Nullable Object[] copy = node == null ? new @Nullable Object[WIDTH] : node.clone();
    int place = place(number, shift);
    copy[place] =
        shift == 0 ? part : replaced((@Nullable Object[]) copy[place], shift - BITS, number, part);
    return copy;
  }

  /** Holds all tables. Only of a view whose tables are held meanwhile. */
  public void retain() {
    trees().forEach(tree -> version(tree).retain());
  }

  /** Lets go of all tables. */
  public void release() {
    trees().forEach(tree -> version(tree).release());
  }
}
