package dev.malkoha.engine.range;

import module java.base;

/**
 * The runs that are dead to readers of the newest entries. The writing thread keeps them true: what
 * it puts is cut out before any reader can see it, and a range delete is added once readers can.
 *
 * <p>So a reader that finds the same set before and after it has read its sequence number may
 * believe it at that number. Only the commit lock's owner changes it; any thread reads.
 */
public final class DeadNow {

  /** The number of keys that a range delete is assumed to hide: nobody has counted. */
  static final int HIDDEN_BY_RANGE = 1 << 10;

  private volatile DeadRuns runs = DeadRuns.NONE;

  /** The set as the batch that is being applied will leave it. */
  private DeadRuns next = DeadRuns.NONE;

  /** The number that tables joined under last. */
  private long ingested;

  /** Is told once, when there is something in the set for the first time. */
  private final Consumer<DeadNow> onFirst;

  private boolean told;

  /**
   * Creates an empty set.
   *
   * @param onFirst is told when there is something in it for the first time, under the commit lock
   */
  public DeadNow(Consumer<DeadNow> onFirst) {
    this.onFirst = onFirst;
  }

  /** What is dead now. Any thread. */
  public DeadRuns runs() {
    return runs;
  }

  /** A key is being put: nobody may take it for dead who can see it. */
  public void put(byte[] key, int offset, int length) {
    if (!next.isEmpty()) {
      byte[] alive = Arrays.copyOfRange(key, offset, offset + length);
      DeadRuns left = next.without(alive);
      if (left != next) {
        next = left;
        runs = runs.without(alive);
      }
    }
  }

  /**
   * Tables are joining with keys from one to another: nobody may take them for dead who can see
   * them.
   *
   * @param sequence the number that they join under
   */
  public void ingest(byte[] first, byte[] last, long sequence) {
    next = next.withoutAny(first, last);
    runs = runs.withoutAny(first, last);
    ingested = sequence;
  }

  /** Whether tables joined that a walk at a sequence number may not have seen. */
  public boolean hasIngestedSince(long sequence) {
    return ingested > sequence;
  }

  /**
   * A range is being deleted: to be believed once the batch is published. One without an end is
   * left to the walks: what they find of it has an end.
   */
  public void deleteRange(byte[] from, byte[] to) {
    if (to.length > 0) {
      next = next.with(new DeadRuns.DeadRun(from, to, HIDDEN_BY_RANGE));
    }
  }

  /** All that was told of a batch is published. */
  @SuppressWarnings("ReferenceEquality") // readers compare so, too
  public void published() {
    if (runs != next) {
      runs = next;
      if (!told) {
        told = true;
        onFirst.accept(this);
      }
    }
  }

  /** A batch was not applied, and will not be published. */
  public void giveUp() {
    next = runs;
  }

  /** A run was found dead and nothing has been put into it since. */
  public void add(DeadRuns.DeadRun run) {
    next = next.with(run);
    published();
  }
}
