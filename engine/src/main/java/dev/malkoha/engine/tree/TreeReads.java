package dev.malkoha.engine.tree;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.observe.Latencies.Operation;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.read.BulkReader;
import dev.malkoha.engine.read.DamageAhead;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.PointReader;
import dev.malkoha.engine.read.RangeEstimate;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.read.SkippingWalk;
import dev.malkoha.engine.read.SoughtKeys;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.version.SortedRun.PrefixProbe;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one tree: of now, or as of the sequence number of an open snapshot. Each takes the
 * published view, and holds its tables as long as it looks into them.
 *
 * <p>Any number of threads. Throws {@link IllegalStateException} once the store is closed or the
 * keyspace dropped.
 */
public final class TreeReads {

  private final Shared shared;
  private final Tree tree;
  private final Counts counts;
  private final DeadNow dead;
  private final DeadRunLearner learner;

  /** Reads of a tree, which need not be whole yet. */
  TreeReads(Shared shared, Tree tree, Counts counts, DeadNow dead) {
    this.shared = shared;
    this.tree = tree;
    this.counts = counts;
    this.dead = dead;
    this.learner =
        new DeadRunLearner(dead, shared.snapshots(), shared.health().commitLock(), tree::active);
  }

  /** The store's keyed hash. */
  public KeyHasher hasher() {
    return shared.hasher();
  }

  /** Counts reads. */
  public void count(Count what, long more) {
    counts.add(what, more);
  }

  /** The value of a key as of a snapshot's sequence number, or the newest one for -1. */
  public byte @Nullable [] get(byte[] key, long atSequence) throws IOException {
    long timed = shared.observer().latencies().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      tree.checkReadable();
      count(Count.GETS, 1);
      ReadView now = tree.view();
      return PointReader.get(now, key, hash, sequence(atSequence), counts);
    } finally {
      shared.sections().exit(section);
      shared.observer().latencies().end(Operation.GET, timed);
    }
  }

  /**
   * Hands the value of a key as of a sequence number, or the newest one for -1, over.
   *
   * @return the value's length; -1 if there is none
   */
  public <T> int get(byte[] key, long atSequence, T into, ValueSink<T> sink) throws IOException {
    long timed = shared.observer().latencies().begin(Operation.GET);
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      tree.checkReadable();
      count(Count.GETS, 1);
      ReadView now = tree.view();
      return PointReader.get(now, key, hash, sequence(atSequence), counts, into, sink);
    } finally {
      shared.sections().exit(section);
      shared.observer().latencies().end(Operation.GET, timed);
    }
  }

  /**
   * The values of keys, in their order, as of a sequence number, or the newest ones for -1; null
   * for one that has none.
   */
  public byte[] @Nullable [] getAll(byte[][] keys, long atSequence) throws IOException {
    SoughtKeys sought = new SoughtKeys(keys, shared.hasher());
    return ask(
        now -> {
          count(Count.GETS, keys.length);
          return new BulkReader(now, sought, sequence(atSequence), counts).read();
        });
  }

  /** About how many keys a range has now. */
  public long estimate(KeyRange range) throws IOException {
    return ask(now -> RangeEstimate.of(now, range));
  }

  /** About how many bytes the tables of a range take; no file is read. */
  public long estimateBytes(KeyRange range) throws IOException {
    return ask(now -> RangeEstimate.bytesOf(now.version(), range));
  }

  /** How {@link #get(byte[], long)} finds its answer about now. */
  public GetExplanation explain(byte[] key) throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    return ask(now -> PointReader.explain(now, key, hash, sequence(-1), counts));
  }

  /** What is asked of a view. */
  private interface Question<T> {
    T of(ReadView now) throws IOException;
  }

  /** Asks the present view, whose tables stay open meanwhile. */
  private <T> T ask(Question<T> question) throws IOException {
    ReadView now = pinView();
    try {
      return question.of(now);
    } finally {
      now.version().release();
    }
  }

  /** Opens a walk as of a snapshot's sequence number, or of now for -1. */
  public Walk scan(KeyRange range, long atSequence, ScanOptions options) {
    if (atSequence < 0) {
      return scanNow(range, options);
    }
    ReadView now = pinView();
    DeadRuns.KnownDead known =
        new DeadRuns.KnownDead(
            shared.snapshots().dead(atSequence, dead), run -> learn(run, atSequence, now));
    return scan(now, atSequence, range, options, known);
  }

  /**
   * A walk as of a snapshot has found a run. It is dead to readers of now, too, if nothing was put
   * into it since: that can be told if all that was written since is in the active memtable.
   */
  private void learn(DeadRuns.DeadRun run, long atSequence, ReadView now) {
    shared.snapshots().learn(atSequence, dead, run);
    boolean isAllActive =
        tree.memTablesSince(atSequence) != null
            && now.frozen().stream()
                .allMatch(frozen -> frozen.table().largestSequence() <= atSequence);
    if (isAllActive) {
      learner.learn(run, atSequence, now.active());
    }
  }

  /** What is dead may be believed at a sequence number before and after which it is the same. */
  @SuppressWarnings("ReferenceEquality") // another view or set may be of another moment
  private Walk scanNow(KeyRange range, ScanOptions options) {
    while (true) {
      ReadView now = pinView();
      DeadRuns runs = dead.runs();
      long sequence = shared.snapshots().newest();
      if (runs == dead.runs() && now == tree.view()) {
        DeadRuns.KnownDead known =
            new DeadRuns.KnownDead(runs, run -> learner.learn(run, sequence, now.active()));
        return scan(now, sequence, range, options, known);
      }
      now.version().release();
    }
  }

  private Walk scan(
      ReadView now, long sequence, KeyRange range, ScanOptions options, DeadRuns.KnownDead known) {
    Runnable release = now.version()::release;
    try {
      // Only now: a range delete of the active memtable up to the sequence number is there for
      // sure.
      Walk walk =
          new VisibleCursor(
              sources(now, range, options),
              sequence,
              range,
              now.rangeWalker(),
              known,
              now.version().valueFiles(),
              release);
      return options.skipsDamaged() ? new SkippingWalk(walk, range) : walk;
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  /**
   * A value as it was at a moment.
   *
   * @param value null if the key was absent
   * @param sequence the number of the last write that was seen
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares what was seen
  public record Seen(byte @Nullable [] value, long sequence) {}

  /** The value of a key now. */
  @SuppressWarnings("ReferenceEquality") // another view may be of another moment
  public Seen see(byte[] key) throws IOException {
    long hash = shared.hasher().hash(key, 0, key.length);
    int section = shared.sections().enter();
    try {
      while (true) {
        tree.checkReadable();
        ReadView now = tree.view();
        long sequence = shared.snapshots().newest();
        if (now == tree.view()) { // else it may lack what the number has
          count(Count.GETS, 1);
          byte[] value = PointReader.get(now, key, hash, sequence, counts);
          return new Seen(value, sequence);
        }
      }
    } finally {
      shared.sections().exit(section);
    }
  }

  /** To be asked after the view was taken, see {@link ReadView}. */
  private long sequence(long atSequence) {
    return atSequence < 0 ? shared.snapshots().newest() : atSequence;
  }

  /**
   * Takes the view and holds its version, which the caller releases: the section keeps it from
   * going in between.
   */
  public ReadView pinView() {
    int section = shared.sections().enter();
    try {
      tree.checkReadable();
      ReadView now = tree.view();
      now.version().retain();
      return now;
    } finally {
      shared.sections().exit(section);
    }
  }

  /**
   * What has entries of a range: a cursor costs by how many tables there are to it. To be asked
   * after the sequence number was read, up to which an empty memtable is known to be so then.
   */
  private EntryCursor sources(ReadView view, KeyRange range, ScanOptions options) {
    List<EntryCursor> sources = new ArrayList<>();
    if (view.active().hasEntries()) {
      sources.add(view.active().cursor());
    }
    List<FrozenMemTable> frozen = view.frozen();
    for (int i = 0; i < frozen.size(); i++) {
      sources.add(frozen.get(i).table().cursor());
    }
    PrefixProbe probe = PrefixProbe.of(tree.options().prefixFilter(), range, shared.hasher());
    view.version().addCursors(range, probe, options.fillsCache(), sources);
    counts.add(Count.PREFIX_NEGATIVES, probe.negatives());
    if (options.skipsDamaged()) {
      sources.replaceAll(DamageAhead::new);
    }
    return MergingCursor.of(sources);
  }
}
