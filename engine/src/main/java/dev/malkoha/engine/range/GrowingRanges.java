package dev.malkoha.engine.range;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The range deletes of one memtable: one thread at a time adds, any number read.
 *
 * <p>They are kept as few fragmented sets, each more than twice the size of the next: what is added
 * is merged only with sets that are not much larger (the logarithmic method of Bentley and Saxe).
 * The first reader after an addition fragments what was added and leaves the result to the others:
 * a run of range deletes costs one fragmenting. Where nobody reads, the writer fragments them a
 * thousand at a time, so that no reader finds many. Readers see at least what was added before a
 * sequence number they read was published.
 */
public final class GrowingRanges {

  private static final int PENDING_MAX = 1 << 10;

  /** Added, and not fragmented yet. */
  @GuardedBy("this")
  private final List<RangeTombstone> pending = new ArrayList<>();

  /** Whether there are such; set before a sequence number of theirs is published. */
  private volatile boolean isPending;

  /** The fragmented sets, oldest and largest first. */
  private volatile List<RangeTombstones> layers = List.of();

  /** Creates an empty set. */
  public GrowingRanges() {}

  /** Adds a range delete, whose sequence number is above all others here. */
  public void add(RangeTombstone tombstone) {
    boolean areMany;
    synchronized (this) {
      pending.add(tombstone);
      isPending = true;
      areMany = pending.size() >= PENDING_MAX;
    }
    if (areMany) {
      fragment();
    }
  }

  /** Whether there are none. Any thread. */
  public boolean isEmpty() {
    return !isPending && layers.isEmpty();
  }

  /** All of them, by ascending sequence number. Any thread. */
  public List<RangeTombstone> all() {
    return layers().stream().flatMap(layer -> layer.all().stream()).toList();
  }

  /**
   * The greatest sequence number at or below {@code sequence} of a range that covers the key, whose
   * prefix is given too; 0 if none does. Any thread.
   */
  public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
    List<RangeTombstones> sets = layers();
    long newest = 0;
    for (int i = 0; i < sets.size(); i++) {
      newest = Math.max(newest, sets.get(i).covering(prefix, key, offset, length, sequence));
    }
    return newest;
  }

  /** What was added so far, as sets of ascending sequence numbers. Any thread. */
  public List<RangeTombstones> layers() {
    return isPending ? fragment() : layers;
  }

  /** Fragments what was added, under no lock: no writer waits for it. */
  @SuppressWarnings("ReferenceEquality") // those very sets are meant
  private List<RangeTombstones> fragment() {
    List<RangeTombstone> added;
    List<RangeTombstones> before;
    synchronized (this) {
      added = List.copyOf(pending);
      before = layers;
    }
    List<RangeTombstones> next = with(before, RangeTombstones.of(added));
    synchronized (this) {
      if (layers == before) { // no other reader was quicker
        List<RangeTombstone> merged = pending.subList(0, added.size()); // takes memory: first
        layers = next;
        merged.clear();
        isPending = !pending.isEmpty();
      }
    }
    return next;
  }

  private static List<RangeTombstones> with(List<RangeTombstones> layers, RangeTombstones newer) {
    RangeTombstones together = newer;
    List<RangeTombstones> next = new ArrayList<>(layers);
    while (!next.isEmpty() && next.getLast().count() < 2 * together.count()) {
      together = next.removeLast().plus(together);
    }
    if (!together.isEmpty()) {
      next.add(together);
    }
    return List.copyOf(next);
  }

  /**
   * Whether one with a greater sequence number than the given one meets a test. Any thread. Asked
   * by writers: nothing is fragmented for it.
   */
  public boolean anyAbove(long sequence, Predicate<RangeTombstone> test) {
    return pending().stream().anyMatch(range -> range.sequence() > sequence && test.test(range))
        || layers.reversed().stream().anyMatch(layer -> layer.anyAbove(sequence, test));
  }

  private List<RangeTombstone> pending() {
    if (!isPending) {
      return List.of();
    }
    synchronized (this) {
      return List.copyOf(pending);
    }
  }
}
