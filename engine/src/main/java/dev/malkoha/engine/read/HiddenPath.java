package dev.malkoha.engine.read;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a forward walk over entries that are not to be seen: a few steps, then leaps over what
 * range deletes cover and over runs that earlier walks found dead. A long run that had to be walked
 * through is kept for later ones. One thread.
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

  /** How many hidden keys were met one by one since {@link #begin}. */
  private int met;

  /** The last of the first {@link #STEPS}. */
  private byte[] from = NO_KEY;

  HiddenPath(EntryCursor source, long sequence, RangeWalker ranges, DeadRuns runs) {
    this.source = source;
    this.sequence = sequence;
    this.ranges = ranges;
    this.runs = runs;
  }

  /** A walk begins. */
  void begin() {
    met = 0;
  }

  /** Moves the source on from the newest visible entry of a key that is not to be seen. */
  void pass(long prefix, byte[] key, int length) throws IOException {
    source.nextKey(prefix, key, length);
    if (++met >= STEPS) {
      if (met == STEPS) {
        from = Arrays.copyOf(key, length);
      }
      if (!leap(ranges, prefix, key, length)) {
        leap(runWalker(), prefix, key, length);
      }
    }
  }

  private RangeWalker runWalker() {
    if (runWalker == null) {
      runWalker = new RangeWalker(List.of(runs.found()));
    }
    return runWalker;
  }

  private boolean leap(RangeWalker walker, long prefix, byte[] key, int length) throws IOException {
    if (!walker.moveTo(prefix, key, 0, length)) {
      return false;
    }
    long covering = walker.covering(sequence);
    if (covering > 0) {
      source.pass(walker.end(), covering == sequence ? ANY_TAG : EntryKind.tag(covering, 0));
    }
    return covering > 0;
  }

  /** Whether the walk that ends met so many hidden keys that its end is to be told. */
  boolean isLong() {
    return met >= LONG_RUN;
  }

  /** The walk has found nothing in front of a key, which is not to be changed any more. */
  void end(byte[] to) {
    runs.add(from, to, sequence);
  }
}
