package dev.malkoha.engine.read;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way of a walk, forward or backward, over entries that are not to be seen: a few steps, then
 * leaps over what range deletes cover and over runs that earlier walks found dead. A long run that
 * had to be walked through is kept for later ones. One thread.
 */
final class HiddenPath {

  /** So many hidden keys are stepped over before a leap is tried: most runs are shorter. */
  static final int STEPS = 16;

  /** A run of so many hidden keys, met one by one, is worth remembering. */
  static final int LONG_RUN = 256;

  private static final byte[] NO_KEY = {};

  /** Above every tag: whatever the reader sees is passed. */
  private static final long ANY_TAG = -1L;

  private final EntryCursor source;
  private final long sequence;
  private final RangeWalker ranges;
  private final DeadRuns runs;

  /** Among the runs known when the first was asked for. */
  private @Nullable RangeWalker runWalker;

  private boolean forward = true;

  /** How many hidden keys were met one by one since the walk began or went on. */
  private int met;

  /** Where the run that is being met begins for sure: the last of the first {@link #STEPS} keys. */
  private byte[] start = NO_KEY;

  /**
   * Where the last leap was to end, the first key behind what it leaps over or, backward, the first
   * key of that; null once the walk is beyond it.
   */
  private byte @Nullable [] leapEnd;

  private long leapEndPrefix;

  /** Up to that end nothing up to this number lives. */
  private long leapSequence;

  HiddenPath(EntryCursor source, long sequence, RangeWalker ranges, DeadRuns runs) {
    this.source = source;
    this.sequence = sequence;
    this.ranges = ranges;
    this.runs = runs;
  }

  /** The walk begins anew, somewhere else or in the other direction. */
  void restart() {
    leapEnd = null;
  }

  /** The walk begins, or goes on beyond an entry that was found. */
  void begin(boolean isForward) {
    forward = isForward;
    met = 0;
  }

  /** Moves the source forward from the newest visible entry of a key that is not to be seen. */
  void pass(long prefix, byte[] key, int length) throws IOException {
    source.nextKey(prefix, key, length);
    if (++met == STEPS) {
      start = Arrays.copyOf(key, length);
    }
    if (met % STEPS == 0 && isCovered(prefix, key, length)) {
      source.pass(Objects.requireNonNull(leapEnd), leapTag());
    }
  }

  /** Moves the source back, which is in front of a key already that is not to be seen. */
  void passBack(long prefix, byte[] key, int length) throws IOException {
    if (++met == STEPS) {
      start = Arrays.copyOf(key, length + 1); // the key behind: a run's end is not part of it
    }
    if (met % STEPS == 0 && isCovered(prefix, key, length)) {
      source.passBack(Objects.requireNonNull(leapEnd), leapTag());
    }
  }

  private long leapTag() {
    return leapSequence == sequence ? ANY_TAG : EntryKind.tag(leapSequence + 1, 0);
  }

  /** Whether something to leap over is around a key, which is then the leap's. */
  private boolean isCovered(long prefix, byte[] key, int length) {
    if (isInLeap(prefix, key, length)) {
      return true;
    }
    RangeWalker known = runWalker();
    long byRange = covering(ranges, prefix, key, length);
    long byRun = covering(known, prefix, key, length);
    leapSequence = Math.max(byRange, byRun);
    if (leapSequence == 0) {
      return false;
    }
    byte[] end =
        forward
            ? nearer(ranges.nextBound(), known.nextBound())
            : nearer(ranges.bound(), known.bound());
    leapEndPrefix = EntryOrder.prefix(end, 0, end.length);
    leapEnd = end;
    return true;
  }

  /** The nearer of two ends, of which there is at least one: up to there both cover the same. */
  private byte[] nearer(byte @Nullable [] a, byte @Nullable [] b) {
    boolean isA = b == null || (a != null && forward == (Arrays.compareUnsigned(a, b) < 0));
    return Objects.requireNonNull(isA ? a : b);
  }

  private RangeWalker runWalker() {
    if (runWalker == null) {
      runWalker = new RangeWalker(List.of(runs.found()));
    }
    return runWalker;
  }

  private long covering(RangeWalker walker, long prefix, byte[] key, int length) {
    return walker.moveTo(prefix, key, 0, length) ? walker.covering(sequence) : 0;
  }

  /**
   * Whether an entry is one that the last leap was to pass. A source stops where it meets a newer
   * entry, and others go on: so the delete of a key may have been passed and what it covers not.
   */
  boolean covers(long prefix, byte[] key, int length, long tag) {
    return leapEnd != null
        && EntryKind.sequence(tag) <= leapSequence
        && isInLeap(prefix, key, length);
  }

  private boolean isInLeap(long prefix, byte[] key, int length) {
    byte[] end = leapEnd;
    if (end == null) {
      return false;
    }
    boolean isBelow =
        EntryOrder.compareKeys(prefix, key, 0, length, leapEndPrefix, end, 0, end.length) < 0;
    if (isBelow != forward) {
      leapEnd = null;
    }
    return isBelow == forward;
  }

  /** Whether the walk that ends met so many hidden keys that its end is to be told. */
  boolean isLong() {
    return met >= LONG_RUN;
  }

  /**
   * The walk has found nothing up to a key, which is not to be changed any more.
   *
   * @param end the first key behind the run or, backward, the first key of it
   */
  void end(byte[] end) {
    runs.add(forward ? start : end, forward ? end : start, sequence);
  }
}
