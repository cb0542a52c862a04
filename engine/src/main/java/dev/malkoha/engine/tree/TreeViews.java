package dev.malkoha.engine.tree;

import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.Version;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One immutable view of a whole store: each keyspace's tree with its memtables and its version.
 *
 * <p>It is a hash table by the keyspaces' numbers. The view that replaces one shares all of its
 * buckets but the one that has changed.
 */
public final class TreeViews {

  /** Says that the view is read at the newest published sequence number. */
  private static final long NEWEST = -1;

  private static final int BUCKETS = 512;

  /**
   * A tree and what it consists of in this view.
   *
   * @param dead what is dead to readers of it
   */
  record Part(Tree tree, ReadView view, DeadNow dead) {}

  private final Part[][] buckets;

  /** All trees, in the order of their numbers; null until somebody asks for them. */
  private volatile @Nullable List<Tree> trees;

  private final long sequence;

  private TreeViews(Part[][] buckets, @Nullable List<Tree> trees, long sequence) {
    this.buckets = buckets;
    this.trees = trees;
    this.sequence = sequence;
  }

  /** A view of no keyspace, read at the newest published sequence number. */
  public static TreeViews empty() {
    return new TreeViews(new Part[BUCKETS][0], List.of(), NEWEST);
  }

  /** The same view, read at a sequence number only. */
  public TreeViews at(long number) {
    return new TreeViews(buckets, trees, number);
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
    List<Tree> known = trees;
    if (known == null) {
      known =
          Arrays.stream(buckets)
              .flatMap(Arrays::stream)
              .map(Part::tree)
              .sorted(Comparator.comparingLong(tree -> tree.id().number()))
              .toList();
      trees = known;
    }
    return known;
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
    for (Part part : buckets[bucket(number)]) {
      if (part.tree.id().number() == number) {
        return part;
      }
    }
    return null;
  }

  private static int bucket(long number) {
    return (int) number & (BUCKETS - 1);
  }

  /** The view with another part of a tree in it, or with one more tree. */
  TreeViews with(Tree tree, ReadView view) {
    return replaced(tree, new Part(tree, view, tree.dead()));
  }

  /**
   * The same of a tree that another process writes to. Nobody says what is put after this view: so
   * it has a set of its own of what is dead.
   */
  public TreeViews withFixed(Tree tree, ReadView view) {
    return replaced(tree, new Part(tree, view, new DeadNow(_ -> {})));
  }

  /** The view without a tree. */
  TreeViews without(Tree tree) {
    return replaced(tree, null);
  }

  private TreeViews replaced(Tree tree, @Nullable Part part) {
    long number = tree.id().number();
    Stream<Part> others =
        Arrays.stream(buckets[bucket(number)]).filter(other -> other.tree.id().number() != number);
    Part[][] copy = buckets.clone();
    copy[bucket(number)] = Stream.concat(others, Stream.ofNullable(part)).toArray(Part[]::new);
    return new TreeViews(copy, part != null && tree(number) == tree ? trees : null, sequence);
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
