package dev.malkoha.engine.store;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.GetExplainer;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.read.PointReader;
import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.write.Newest;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of an open store: point reads, cursors and snapshots over the published view.
 *
 * <p>Any number of threads. After {@link #close} every method but those of closing throws {@link
 * IllegalStateException}.
 */
public final class StoreReader {

  private final KeyHasher hasher;
  private final Views views;
  private final ReadSections sections;
  private final SnapshotList snapshots;
  private final Newest newest;
  private final ReadCounters counters = new ReadCounters();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Creates the reading half of a store whose view others change. */
  StoreReader(
      KeyHasher hasher, Views views, ReadSections sections, SnapshotList snapshots, Newest newest) {
    this.hasher = hasher;
    this.views = views;
    this.sections = sections;
    this.snapshots = snapshots;
    this.newest = newest;
  }

  /** Creates the whole of a store whose view nobody changes. */
  StoreReader(KeyHasher hasher, Views views, Newest newest) {
    this(hasher, views, new ReadSections(), new SnapshotList(), newest);
  }

  /** The newest value of a key; null if there is none. */
  public byte @Nullable [] get(byte[] key) throws IOException {
    return get(key, -1);
  }

  /** The value of a key as of a snapshot's sequence number, or the newest one for -1. */
  public byte @Nullable [] get(byte[] key, long atSequence) throws IOException {
    long hash = hasher.hash(key, 0, key.length);
    int section = sections.enter();
    try {
      checkOpen();
      ReadView view = view();
      long sequence = atSequence < 0 ? newest.visibleSequence() : atSequence;
      return PointReader.get(view, key, hash, sequence, counters);
    } finally {
      sections.exit(section);
    }
  }

  /** How {@link #get(byte[])} finds its answer. */
  public GetExplanation explain(byte[] key) throws IOException {
    long hash = hasher.hash(key, 0, key.length);
    int section = sections.enter();
    try {
      checkOpen();
      ReadView view = view();
      return GetExplainer.explain(view, key, hash, newest.visibleSequence(), counters);
    } finally {
      sections.exit(section);
    }
  }

  /** Opens a snapshot and returns its sequence number. */
  public long openSnapshot() {
    checkOpen();
    return snapshots.open(newest::visibleSequence, newest::deadRuns);
  }

  /** Closes a snapshot. */
  public void closeSnapshot(long sequence) {
    snapshots.close(sequence);
  }

  /** Opens a cursor as of a snapshot's sequence number, or of now for -1. */
  public StoreCursor scan(KeyRange range, long atSequence) {
    if (atSequence < 0) {
      return scanNow(range);
    }
    Consumer<DeadRun> later = run -> snapshots.learn(atSequence, run);
    return scan(pinView(), atSequence, range, snapshots.dead(atSequence), later);
  }

  /** What is dead may be believed at a sequence number before and after which it is the same. */
  @SuppressWarnings("ReferenceEquality") // another view or set may be of another moment
  private StoreCursor scanNow(KeyRange range) {
    while (true) {
      ReadView view = pinView();
      DeadRuns dead = newest.deadRuns();
      long sequence = newest.visibleSequence();
      if (dead == newest.deadRuns() && view == view()) {
        Consumer<DeadRun> later = run -> newest.learn(run, sequence, view.active());
        return scan(view, sequence, range, dead, later);
      }
      view.version().release();
    }
  }

  private StoreCursor scan(
      ReadView view, long sequence, KeyRange range, DeadRuns dead, Consumer<DeadRun> later) {
    try {
      // Only now: a range delete of the active memtable up to the sequence number is there for
      // sure.
      RangeWalker ranges = view.rangeWalker();
      VisibleCursor cursor = new VisibleCursor(sources(view), sequence, range, ranges, dead, later);
      return new StoreCursor(this, cursor, view.version());
    } catch (RuntimeException | Error e) {
      view.version().release();
      throw e;
    }
  }

  /** Takes the view and holds its version: the section keeps it from going in between. */
  private ReadView pinView() {
    int section = sections.enter();
    try {
      checkOpen();
      ReadView view = view();
      view.version().retain();
      return view;
    } finally {
      sections.exit(section);
    }
  }

  private static EntryCursor sources(ReadView view) {
    List<EntryCursor> sources = new ArrayList<>();
    sources.add(view.active().cursor());
    view.frozen().forEach(frozen -> sources.add(frozen.table().cursor()));
    sources.addAll(view.version().cursors(true));
    return MergingCursor.of(sources);
  }

  ReadView view() {
    return views.current();
  }

  ReadCounters counters() {
    return counters;
  }

  /** Whether the store is not closed. */
  public boolean isOpen() {
    return !closed.get();
  }

  /** Throws if the store is closed. */
  public void checkOpen() {
    if (closed.get()) {
      throw new IllegalStateException("the store is closed");
    }
  }

  /** Refuses all use from now on. */
  void close() {
    closed.set(true);
  }

  /** Waits for the point reads that run. Cursors still open are refused at their next use. */
  void awaitEarlierReads() {
    sections.awaitEarlierReads();
  }
}
