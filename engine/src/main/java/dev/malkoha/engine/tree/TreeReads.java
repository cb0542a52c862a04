package dev.malkoha.engine.tree;

import module java.base;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.BulkReader;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.Operands;
import dev.malkoha.engine.read.PointReader;
import dev.malkoha.engine.read.RangeEstimate;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.SkippingWalk;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.read.VisibleCursor.Sight;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.Trees.TreeViews;
import dev.malkoha.engine.tree.Trees.TreeViews.Part;
import dev.malkoha.engine.version.SortedRun.PrefixProbe;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one tree: of now, or as of the sequence number of an open snapshot. Each takes the
 * published view, and holds its tables as long as it looks into them.
 *
 * <p>Any number of threads. Throws {@link IllegalStateException} once the store is closed or the
 * keyspace dropped.
 */
public final class TreeReads {

  /** The most writes to look through while writers wait. */
  private static final int CHECKED_UNDER_LOCK = 256;

  /** For a run that hides fewer keys no walk waits for writers: one will find the lock free. */
  private static final int HIDDEN_WORTH_WAITING = 64;

  private final Shared shared;
  private final Tree tree;
  private final Counts counts;

  /** For whom the view is held that is read; null to read the published one. */
  private final @Nullable Object holder;

  /** Reads of a tree, which need not be published yet. */
  TreeReads(Shared shared, Tree tree, @Nullable Object holder) {
    this.shared = shared;
    this.tree = tree;
    this.counts = tree.counts();
    this.holder = holder;
  }

  /** The view to read. In a read section, or to be held in one. */
  private TreeViews views() {
    shared.health().checkOpen();
    return holder == null ? shared.trees().now() : shared.trees().heldBy(holder);
  }

  /** The tree's part of it: none may be read of a keyspace that was dropped. */
  private Part part(TreeViews views) {
    Part part = views.part(tree.id().number());
    if (part != null) {
      return part;
    }
    if (holder == null) {
      throw Tree.dropped(tree.id());
    }
    return new Part(tree, tree.nothing(), tree.dead()); // the keyspace was made later
  }

  /** The store's keyed hash. */
  public KeyHasher hasher() {
    return shared.hasher();
  }

  /** Counts reads. */
  public void count(Count what, long more) {
    counts.add(what, more);
  }

  /** The value of a key as of a snapshot's moment, or of now. */
  public byte @Nullable [] get(byte[] key, Moment at) throws IOException {
    long timed = shared.observer().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    byte[] value;
    int section = shared.sections().enter();
    try {
      TreeViews views = views();
      ReadView now = part(views).view();
      count(Count.GETS, 1);
      value = PointReader.get(now, key, hash, sequence(views, at), time(at), counts);
    } finally {
      shared.sections().exit(section);
      shared.observer().end(Operation.GET, timed);
    }
    return Operands.isUnmerged(value) ? merged(key, at) : value;
  }

  /** The value of a key that has operands, or had some a moment ago. */
  private byte @Nullable [] merged(byte[] key, Moment at) throws IOException {
    Held held = hold(at);
    try {
      return merged(held.part.view(), key, held.sequence, time(at));
    } finally {
      held.part.view().release();
    }
  }

  private byte @Nullable [] merged(ReadView now, byte[] key, long sequence, LongSupplier time)
      throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    Operands found = PointReader.operands(now, key, hash, sequence, time);
    return found.operands().isEmpty() ? found.value() : found.merged(key, tree.mergeFunction());
  }

  /**
   * Hands the value of a key as of a snapshot's moment, or of now, over.
   *
   * @return the value's length; -1 if there is none
   */
  public <T> int get(byte[] key, Moment at, T into, ValueSink<T> sink) throws IOException {
    long timed = shared.observer().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    int length;
    int section = shared.sections().enter();
    try {
      TreeViews views = views();
      ReadView now = part(views).view();
      count(Count.GETS, 1);
      length = PointReader.get(now, key, hash, sequence(views, at), time(at), counts, into, sink);
    } finally {
      shared.sections().exit(section);
      shared.observer().end(Operation.GET, timed);
    }
    return length == Operands.UNMERGED_LENGTH ? sink.give(merged(key, at), into) : length;
  }

  /**
   * The values of keys, in their order, as of a snapshot's moment, or of now; null for one that has
   * none.
   */
  public byte[] @Nullable [] getAll(byte[][] keys, Moment at) throws IOException {
    return ask(
        at,
        (now, sequence) -> {
          count(Count.GETS, keys.length);
          LongSupplier time = walkTime(at);
          byte[][] values =
              new BulkReader(now, keys, shared.hasher(), sequence, time, counts).read();
          for (int i = 0; i < values.length; i++) {
            if (Operands.isUnmerged(values[i])) {
              values[i] = merged(now, keys[i], sequence, time);
            }
          }
          return values;
        });
  }

  /** About how many keys a range has now. */
  public long estimate(KeyRange range) throws IOException {
    return ask(Moment.NOW, (now, _) -> RangeEstimate.of(now, range, shared.snapshots().time()));
  }

  /** About how many bytes the tables of a range take; no file is read. */
  public long estimateBytes(KeyRange range) throws IOException {
    return ask(Moment.NOW, (now, _) -> RangeEstimate.bytesOf(now.version(), range));
  }

  /** Explains how {@link #get(byte[], Moment)} finds its answer about now. */
  public GetExplanation explain(byte[] key) throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    return ask(
        Moment.NOW,
        (now, sequence) ->
            PointReader.explain(now, key, hash, sequence, shared.snapshots().time(), counts));
  }

  /** A question to a view at a sequence number. */
  private interface Question<T> {
    T of(ReadView now, long sequence) throws IOException;
  }

  /** Asks the present view, whose tables stay open meanwhile. */
  private <T> T ask(Moment at, Question<T> question) throws IOException {
    Held held = hold(at);
    ReadView now = held.part.view();
    try {
      return question.of(now, held.sequence);
    } finally {
      now.release();
    }
  }

  /** A part whose tables are held, what was dead to its readers, and a number read after that. */
  private record Held(Part part, DeadRuns dead, long sequence) {}

  /** Holds what is read, which the caller releases: the section keeps it from going before. */
  private Held hold(Moment at) {
    int section = shared.sections().enter();
    try {
      TreeViews views = views();
      Part part = part(views);
      part.view().retain();
      DeadRuns dead = part.dead().runs();
      return new Held(part, dead, sequence(views, at));
    } finally {
      shared.sections().exit(section);
    }
  }

  /** Opens a walk as of a snapshot's moment, or of now. */
  public Walk scan(KeyRange range, Moment at, ScanOptions options) {
    Held held = hold(at);
    DeadRuns.KnownDead known =
        at.isNow()
            ? deadNow(held)
            : new DeadRuns.KnownDead(
                shared.snapshots().dead(at, held.part.dead()), run -> learn(run, at, held.part));
    return scan(held, range, walkTime(at), options, known);
  }

  /**
   * Dead runs are valid at a sequence number if they, and the view, stayed in force while it was
   * read. Where they did not, a walk does without.
   */
  @SuppressWarnings("ReferenceEquality") // another view or set may be of another moment
  private DeadRuns.KnownDead deadNow(Held held) {
    Part part = held.part;
    boolean isValid = held.dead == part.dead().runs() && part.view() == tree.view();
    return new DeadRuns.KnownDead(
        isValid ? held.dead : DeadRuns.NONE,
        run -> learn(part.dead(), run, held.sequence, part.view().active()));
  }

  /**
   * A walk as of a snapshot has found a run. It is dead to readers of now, too, if nothing was put
   * into it since: that can be told if all that was written since is in the active memtable.
   */
  private void learn(DeadRuns.DeadRun run, Moment moment, Part at) {
    shared.snapshots().learn(moment, at.dead(), run);
    long atSequence = moment.sequence();
    ReadView then = at.view();
    boolean isAllActive =
        holder == null
            && tree.memTablesSince(atSequence) != null
            && then.frozen().stream()
                .allMatch(frozen -> frozen.table().largestSequence() <= atSequence);
    if (isAllActive) {
      learn(at.dead(), run, atSequence, then.active());
    }
  }

  /**
   * Takes what a walk has found dead into a tree's runs, unless something was put into it since.
   * Where that cannot be told soon, a later walk finds the run. Most writes since are looked
   * through without the commit lock.
   *
   * @param dead is to have it
   * @param sequence the walk's sequence number
   * @param written the active memtable of the view that was in force when that number was read
   */
  @SuppressWarnings("ReferenceEquality") // the very same memtable is meant
  private void learn(DeadNow dead, DeadRuns.DeadRun run, long sequence, MemTable written) {
    ReentrantLock commitLock = shared.health().commitLock();
    if (commitLock.isLocked() && run.hidden() < HIDDEN_WORTH_WAITING) {
      return;
    }
    long since = sequence;
    while (true) {
      long newest;
      int end;
      try (Locked _ = Locked.by(commitLock)) {
        if (tree.view().active() != written || dead.hasIngestedSince(sequence)) {
          return; // puts of the moment between may be in another memtable, or in tables
        }
        newest = shared.snapshots().newest();
        end = written.end();
        if (newest - since <= CHECKED_UNDER_LOCK) {
          if (!written.hasPutSince(since, end, run)) {
            dead.add(run);
          }
          return;
        }
      }
      if (written.hasPutSince(since, end, run)) {
        return;
      }
      since = newest;
    }
  }

  private Walk scan(
      Held held, KeyRange range, LongSupplier time, ScanOptions options, DeadRuns.KnownDead known) {
    ReadView now = held.part.view();
    Runnable release = now::release;
    try {
      // Only now: a range delete of the active memtable up to the sequence number is there for
      // sure.
      List<EntryCursor> sources = sources(now, range, options);
      RangeWalker ranges = now.rangeWalker();
      ValueFiles values = now.version().valueFiles();
      Operands.Merging merging = key -> merged(now, key, held.sequence, time);
      Sight sight = new Sight(held.sequence, time, range, ranges, values, merging, release);
      return options.skipsDamaged()
          ? new SkippingWalk(sources, known, sight)
          : new VisibleCursor(MergingCursor.of(sources), known, sight);
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  /**
   * A value that was read.
   *
   * @param value null if the key was absent
   * @param sequence the number of a write that was published before: the value is of then or later
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares what was seen
  public record Seen(byte @Nullable [] value, long sequence) {}

  /** The value of a key now. */
  public Seen see(byte[] key) throws IOException {
    long sequence = shared.snapshots().newest();
    return new Seen(get(key, Moment.NOW), sequence);
  }

  /** The number to read at. Asked after the view was taken, see {@link ReadView}. */
  private long sequence(TreeViews views, Moment at) {
    return at.isNow() ? views.sequence(shared.snapshots()) : at.sequence();
  }

  /** The time to read at, asked where an entry is met that expires: so after the view, too. */
  private LongSupplier time(Moment at) {
    return at.isNow() ? shared.snapshots().time() : at;
  }

  /**
   * One time for many entries. As long as nobody has asked for it, nothing that is seen expires.
   */
  private LongSupplier walkTime(Moment at) {
    StoreTime time = shared.snapshots().time();
    return at.isNow() && time.isKnown() ? new Moment(-1, time.getAsLong()) : time(at);
  }

  /** Takes the view and holds it, which the caller releases. */
  public ReadView pinView() {
    return hold(Moment.NOW).part.view();
  }

  /**
   * Cursors over all sources that may hold entries of a range. To be asked after the sequence
   * number was read, up to which an empty memtable is known to be so then.
   */
  private List<EntryCursor> sources(ReadView view, KeyRange range, ScanOptions options) {
    List<EntryCursor> sources = new ArrayList<>();
    for (MemTable table : view.memTables()) {
      if (table.entries() > 0) {
        sources.add(table.cursor());
      }
    }
    PrefixProbe probe = PrefixProbe.of(tree.options().prefixFilter(), range, shared.hasher());
    view.version().addCursors(range, probe, options.fillsCache(), sources);
    counts.add(Count.PREFIX_NEGATIVES, probe.negatives());
    return sources;
  }
}
