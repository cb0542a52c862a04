package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.sstable.EntryCursor;
import org.jspecify.annotations.Nullable;

/**
 * The way of a walk, forward or backward, over entries that are not to be seen: a few steps, then
 * leaps over what is known to be dead. What it had to step through is told, for later walks to leap
 * over, if that is a long run or makes a known one longer. One thread.
 *
 * <p>Nothing in a run is visible to this walk, however new: to leap over one is to seek past it.
 */
final class HiddenPath {

  /** Hidden keys stepped over between one look for a known run and the next. */
  static final int STEPS = 8;

  /** Hidden keys, met one by one, that make a run worth remembering. */
  static final int LONG_RUN = 64;

  private final EntryCursor source;
  private final Consumer<DeadRuns.DeadRun> later;
  private DeadRuns known;

  /** How many hidden keys were met one by one since the walk began or went on. */
  private int met;

  private boolean leapt;

  /** How many hidden keys are still to be met before the next look. */
  private int untilLook;

  /**
   * Where the run that is being met begins for sure: its first key or, on the way back, the first
   * key after it; null while it is not known.
   */
  private byte @Nullable [] start;

  /**
   * Prepares walks.
   *
   * @param known runs in which the walks' reader sees nothing, and whom to tell of others
   */
  HiddenPath(EntryCursor source, DeadRuns.KnownDead known) {
    this.source = source;
    this.known = known.runs();
    this.later = known.found();
  }

  /** Begins a walk forward at a key, with the source on the first entry there that may be seen. */
  void seek(byte[] key, long maxTag) throws IOException {
    begin(key, STEPS);
    DeadRuns.DeadRun run = known.around(key);
    leapt = run != null;
    byte[] to = run == null ? key : run.to();
    source.seek(to, 0, to.length, maxTag);
  }

  /** Begins a walk backward before a key, or at the end, with the source on an entry there. */
  void seekBefore(byte @Nullable [] key) throws IOException {
    begin(key, key == null ? 1 : STEPS);
    if (key == null) {
      source.seekToLast();
      return;
    }
    DeadRuns.DeadRun run = known.inFrontOf(key);
    leapt = run != null;
    byte[] from = run == null ? key : run.from();
    source.seekBefore(from, 0, from.length);
  }

  /** A walk goes on beyond an entry that was found. */
  void goOn() {
    begin(null, STEPS);
  }

  private void begin(byte @Nullable [] from, int look) {
    start = from;
    met = 0;
    leapt = false;
    untilLook = look;
  }

  /** Moves the source forward from the newest visible entry of a key that is not to be seen. */
  void pass(byte[] key, int length, long maxTag) throws IOException {
    DeadRuns.DeadRun run = look(key, length, length);
    if (run == null) {
      source.nextKey();
    } else {
      source.seek(run.to(), 0, run.to().length, maxTag);
    }
  }

  /** Moves the source back, which is before a key already that is not to be seen. */
  void passBack(byte[] key, int length) throws IOException {
    DeadRuns.DeadRun run =
        look(key, length, length + 1); // the next key: a run's end is not part of it
    if (run != null) {
      source.seekBefore(run.from(), 0, run.from().length);
    }
  }

  /** Counts a hidden key, and looks at times whether it is in a known run, which is then leapt. */
  private DeadRuns.@Nullable DeadRun look(byte[] key, int length, int startLength) {
    met++;
    if (--untilLook > 0) {
      return null;
    }
    untilLook = STEPS;
    byte[] at = Arrays.copyOf(key, length);
    if (start == null) {
      start = Arrays.copyOf(at, startLength);
    }
    DeadRuns.DeadRun run = known.around(at);
    leapt |= run != null;
    return run;
  }

  /** Whether the walk that ends met enough hidden keys to report its end. */
  boolean isLong() {
    return met >= (leapt ? STEPS : LONG_RUN);
  }

  /**
   * The walk that ends has found nothing up to a key, which is not to be changed any more: forward
   * before that key, backward from it on.
   */
  void end(byte[] key, boolean forward) {
    byte[] begun = Objects.requireNonNull(start);
    learn(forward ? begun : key, forward ? key : begun);
  }

  private void learn(byte[] from, byte[] to) {
    if (Arrays.compareUnsigned(from, to) < 0) {
      DeadRuns.DeadRun run = new DeadRuns.DeadRun(from, to, met);
      known = known.with(run);
      later.accept(run);
    }
  }
}
