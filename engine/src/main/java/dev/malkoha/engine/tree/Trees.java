package dev.malkoha.engine.tree;

import module java.base;

import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Version;
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

  /**
   * One immutable view of a whole store: each keyspace's tree with its memtables and its version.
   *
   * <p>It is a trie by the keyspaces' numbers. The view that replaces one shares all of it but the
   * path to what has changed.
   */
  public static final class TreeViews {

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
     * The same of a tree that another process writes to. Nobody says what is put after this view:
     * so it has a set of its own of what is dead.
     */
    public TreeViews withFixed(Tree tree, ReadView view) {
      return with(new Part(tree, view, new DeadNow(_ -> {})));
    }

    private TreeViews with(Part part) {
      Tree tree = part.tree;
      long number = tree.id().number();
      List<Tree> all = trees;
      if (tree(number) != tree) {
        all = others(number);
        all.add(tree);
      }
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
      return new TreeViews(replaced(root, shift, number, null), shift, others(number), sequence);
    }

    /** A list of all trees but that of a number, if there is one. */
    private List<Tree> others(long number) {
      List<Tree> others = new ArrayList<>(trees);
      others.remove(tree(number));
      return others;
    }

    /** A copy of a node with another part at a number's place. */
    private static @Nullable Object[] replaced(
        @Nullable Object @Nullable [] node, int shift, long number, @Nullable Part part) {
      @Nullable Object[] copy = node == null ? new @Nullable Object[WIDTH] : node.clone();
      int place = place(number, shift);
      copy[place] =
          shift == 0
              ? part
              : replaced((@Nullable Object[]) copy[place], shift - BITS, number, part);
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
}
