package dev.malkoha.engine.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of disjoint ranges of keys in which nothing is visible as of some moment: what a
 * walk at that moment may leap over. Few, and only those that hide enough keys to be worth it.
 */
public final class DeadRuns {

  /** No runs. */
  public static final DeadRuns NONE = new DeadRuns(List.of());

  /** The most runs; beyond that the one that hides the fewest keys is dropped. */
  static final int RUNS_MAX = 128;

  /** Runs that end at longer keys are not kept. */
  static final int KEY_BYTES_MAX = 1024;

  /** A run that hides fewer keys is not kept: a leap costs about as much. */
  static final int HIDDEN_MIN = 8;

  /** Ascending, and with something between each two. */
  private final List<DeadRun> runs;

  /** How many keys the run hides that is dropped next; 0 as long as there is room. */
  private final int leastHidden;

  private DeadRuns(List<DeadRun> runs) {
    this.runs = runs;
    this.leastHidden =
        runs.size() < RUNS_MAX ? 0 : runs.stream().mapToInt(DeadRun::hidden).min().orElseThrow();
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** The runs, ascending. */
  public List<DeadRun> all() {
    return runs;
  }

  /** The run that a key lies in, or null. */
  public @Nullable DeadRun around(byte[] key, int offset, int length) {
    int at = firstBehind(key, offset, length) - 1;
    return at >= 0 && compare(runs.get(at).to(), key, offset, length) > 0 ? runs.get(at) : null;
  }

  /** The run that the keys right before a key lie in, or null. */
  public @Nullable DeadRun inFrontOf(byte[] key) {
    int at = firstBehind(key, 0, key.length) - 1;
    if (at >= 0 && Arrays.equals(runs.get(at).from(), key)) {
      at--; // which ends before this one
    }
    return at >= 0 && Arrays.compareUnsigned(runs.get(at).to(), key) >= 0 ? runs.get(at) : null;
  }

  /** These runs and one more, joined with those that it overlaps or touches. */
  public DeadRuns with(DeadRun run) {
    if (run.hidden() <= leastHidden && isApart(run)) {
      return this; // it would be dropped at once, or another one that hides as little
    }
    byte[] from = run.from();
    byte[] to = run.to();
    long hidden = run.hidden();
    List<DeadRun> kept = new ArrayList<>(runs.size() + 1);
    int at = 0;
    for (DeadRun other : runs) {
      if (Arrays.compareUnsigned(other.to(), from) < 0) {
        kept.add(other);
        at++;
      } else if (Arrays.compareUnsigned(to, other.from()) < 0) {
        kept.add(other);
      } else {
        from = Arrays.compareUnsigned(other.from(), from) < 0 ? other.from() : from;
        to = Arrays.compareUnsigned(other.to(), to) > 0 ? other.to() : to;
        hidden += other.hidden();
      }
    }
    if (Math.max(from.length, to.length) > KEY_BYTES_MAX || hidden < HIDDEN_MIN) {
      return this;
    }
    kept.add(at, new DeadRun(from, to, (int) Math.min(hidden, Integer.MAX_VALUE)));
    return of(kept);
  }

  /** Whether a run overlaps none of these, and touches none. */
  private boolean isApart(DeadRun run) {
    int after = firstBehind(run.to(), 0, run.to().length);
    return after == 0 || Arrays.compareUnsigned(runs.get(after - 1).to(), run.from()) < 0;
  }

  /**
   * These runs without a key, which is no longer dead. What is left of its run on either side is
   * taken to hide half as many keys: so a run ends after some cuts, whatever is written into it.
   */
  public DeadRuns without(byte[] key, int offset, int length) {
    DeadRun cut = around(key, offset, length);
    if (cut == null) {
      return this;
    }
    byte[] end = Arrays.copyOfRange(key, offset, offset + length);
    byte[] next = Arrays.copyOf(end, length + 1); // a zero more: the next key
    int hidden = cut.hidden() / 2;
    List<DeadRun> kept = new ArrayList<>(runs);
    int at = kept.indexOf(cut);
    kept.remove(at);
    if (hidden >= HIDDEN_MIN && Arrays.compareUnsigned(next, cut.to()) < 0) {
      kept.add(at, new DeadRun(next, cut.to(), hidden));
    }
    if (hidden >= HIDDEN_MIN && Arrays.compareUnsigned(cut.from(), end) < 0) {
      kept.add(at, new DeadRun(cut.from(), end, hidden));
    }
    return of(kept);
  }

  /** These runs without those that intersect {@code [first, last]}. */
  public DeadRuns withoutAny(byte[] first, byte[] last) {
    List<DeadRun> kept =
        runs.stream()
            .filter(
                run ->
                    Arrays.compareUnsigned(run.to(), first) <= 0
                        || Arrays.compareUnsigned(run.from(), last) > 0)
            .toList();
    return kept.size() == runs.size() ? this : new DeadRuns(kept);
  }

  private static DeadRuns of(List<DeadRun> kept) {
    while (kept.size() > RUNS_MAX) {
      kept.remove(kept.stream().min(Comparator.comparingInt(DeadRun::hidden)).orElseThrow());
    }
    return new DeadRuns(List.copyOf(kept));
  }

  /** The index of the first run that begins after a key. */
  private int firstBehind(byte[] key, int offset, int length) {
    int low = 0;
    int high = runs.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(runs.get(middle).from(), key, offset, length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int compare(byte[] bound, byte[] key, int offset, int length) {
    return Arrays.compareUnsigned(bound, 0, bound.length, key, offset, offset + length);
  }

  /**
   * A range of keys in which nothing is visible.
   *
   * @param from its first key
   * @param to the first key after it, above {@code from}
   * @param hidden about how many keys in it have entries that are not to be seen: what it saves
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares runs
  public record DeadRun(byte[] from, byte[] to, int hidden) {}

  /**
   * The dead runs that a walk knows at its sequence number when it begins, and the receiver of
   * those that it finds.
   */
  public record KnownDead(DeadRuns runs, Consumer<DeadRuns.DeadRun> found) {

    /** Knows nothing and tells nobody. */
    public static final KnownDead NONE = new KnownDead(DeadRuns.NONE, run -> {});

    /** The same for a walk that passes what it cannot read: what it finds is not to be believed. */
    public KnownDead toldNobody() {
      return new KnownDead(runs, run -> {});
    }
  }
}
