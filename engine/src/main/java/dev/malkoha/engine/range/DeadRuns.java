package dev.malkoha.engine.range;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * An immutable set of disjoint ranges of keys in which nothing is visible as of some moment: what a
 * walk at that moment may leap over. Few, and only those that hide enough keys to be worth it.
 */
public final class DeadRuns {

  /** No runs. */
  public static final DeadRuns NONE = new DeadRuns(new TreeMap<>(Arrays::compareUnsigned));

  /** The most runs; beyond that the one that hides the fewest keys is dropped. */
  static final int RUNS_MAX = 128;

  /** Runs that end at longer keys are not kept. */
  static final int KEY_BYTES_MAX = 1024;

  /** A run that hides fewer keys is not kept: a leap costs about as much. */
  static final int HIDDEN_MIN = 8;

  /** By their first keys, with something between each two; never changed. */
  private final NavigableMap<byte[], DeadRun> runs;

  /** How many keys the run hides that is dropped next; 0 as long as there is room. */
  private final int leastHidden;

  private DeadRuns(NavigableMap<byte[], DeadRun> runs) {
    while (runs.size() > RUNS_MAX) {
      runs.values().remove(least(runs));
    }
    this.runs = runs;
    this.leastHidden = runs.size() < RUNS_MAX ? 0 : least(runs).hidden();
  }

  private static DeadRun least(NavigableMap<byte[], DeadRun> runs) {
    return Collections.min(runs.values(), Comparator.comparingInt(DeadRun::hidden));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** The runs, ascending. */
  public List<DeadRun> all() {
    return List.copyOf(runs.values());
  }

  /** The run that a key lies in, or null. */
  public @Nullable DeadRun around(byte[] key) {
    Map.Entry<byte[], DeadRun> before = runs.floorEntry(key);
    return before != null && before.getValue().endsBehind(key) ? before.getValue() : null;
  }

  /** The run that the keys right before a key lie in, or null. */
  public @Nullable DeadRun inFrontOf(byte[] key) {
    return reaching(runs.lowerEntry(key), key);
  }

  /** The run that begins at or before a key and ends there or behind it, or null. */
  private static @Nullable DeadRun reaching(
      Map.@Nullable Entry<byte[], DeadRun> before, byte[] key) {
    return before != null && Arrays.compareUnsigned(before.getValue().to(), key) >= 0
        ? before.getValue()
        : null;
  }

  /** These runs and one more, joined with those that it overlaps or touches. */
  public DeadRuns with(DeadRun run) {
    DeadRun other = reaching(runs.floorEntry(run.to()), run.from());
    if (other == null && run.hidden() <= leastHidden) {
      return this; // it would be dropped at once, or another one that hides as little
    }
    NavigableMap<byte[], DeadRun> kept = new TreeMap<>(runs);
    DeadRun joined = run;
    for (; other != null; other = reaching(kept.floorEntry(joined.to()), joined.from())) {
      kept.remove(other.from());
      joined = joined.plus(other);
    }
    if (!joined.isWorthKeeping()) {
      return this;
    }
    kept.put(joined.from(), joined);
    return new DeadRuns(kept);
  }

  /**
   * These runs without a key, which is no longer dead. What is left of its run on either side is
   * taken to hide half as many keys: so a run ends after some cuts, whatever is written into it.
   */
  public DeadRuns without(byte[] key) {
    DeadRun cut = around(key);
    if (cut == null) {
      return this;
    }
    byte[] next = Arrays.copyOf(key, key.length + 1); // a zero more: the next key
    int hidden = cut.hidden() / 2;
    NavigableMap<byte[], DeadRun> kept = new TreeMap<>(runs);
    kept.remove(cut.from());
    Stream.of(new DeadRun(cut.from(), key, hidden), new DeadRun(next, cut.to(), hidden))
        .filter(DeadRun::isWorthKeeping)
        .forEach(left -> kept.put(left.from(), left));
    return new DeadRuns(kept);
  }

  /** These runs without those that intersect {@code [first, last]}. */
  public DeadRuns withoutAny(byte[] first, byte[] last) {
    NavigableMap<byte[], DeadRun> kept = new TreeMap<>(runs);
    kept.headMap(last, true).values().removeIf(run -> run.endsBehind(first));
    return kept.size() == runs.size() ? this : new DeadRuns(kept);
  }

  /**
   * A range of keys in which nothing is visible.
   *
   * @param from its first key
   * @param to the first key after it, above {@code from}
   * @param hidden about how many keys in it have entries that are not to be seen: what it saves
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares runs
  public record DeadRun(byte[] from, byte[] to, int hidden) {

    private boolean endsBehind(byte[] key) {
      return Arrays.compareUnsigned(to, key) > 0;
    }

    private DeadRun plus(DeadRun other) {
      long both = (long) hidden + other.hidden;
      return new DeadRun(
          Arrays.compareUnsigned(other.from, from) < 0 ? other.from : from,
          endsBehind(other.to) ? to : other.to,
          (int) Math.min(both, Integer.MAX_VALUE));
    }

    private boolean isWorthKeeping() {
      return hidden >= HIDDEN_MIN
          && endsBehind(from)
          && Math.max(from.length, to.length) <= KEY_BYTES_MAX;
    }
  }

  /**
   * The dead runs that a walk knows at its sequence number when it begins, and the receiver of
   * those that it finds.
   */
  public record KnownDead(DeadRuns runs, Consumer<DeadRuns.DeadRun> found) {

    /** Knows nothing and tells nobody. */
    public static final KnownDead NONE = new KnownDead(DeadRuns.NONE, run -> {});
  }
}
