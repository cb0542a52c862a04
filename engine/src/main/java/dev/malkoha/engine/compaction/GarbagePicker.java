package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A pure question: given a version, which table is to be written anew, alone, for its dead entries,
 * or dropped, as nothing in it lives?
 *
 * <p>A table whose dead share has passed the threshold goes at once. One with a smaller share goes
 * when no more of it has died for a while: were it written each time that a few entries die, its
 * living ones would be written over and over.
 */
public final class GarbagePicker {

  /** A settled table is written anew from this dead share on; less is not worth the writing. */
  static final double SETTLED_SHARE = 0.05;

  /** A table is settled when its vector has not changed for so long. */
  static final long SETTLED_MILLIS = 20_000;

  private final double threshold;

  /** Creates a picker; the threshold is a dead share, above 0 and at most 1. */
  public GarbagePicker(double threshold) {
    this.threshold = threshold;
  }

  /**
   * The table with the largest dead share among those that are to go.
   *
   * @param snapshots the sequence numbers of open snapshots
   * @param nowMillis the time; {@link Long#MAX_VALUE} takes every table as settled
   */
  public Optional<Compaction> pick(Version version, long[] snapshots, long nowMillis) {
    List<Candidate> candidates = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      for (Table table : version.level(level).tables()) {
        double share = table.isCoveredWhole(version.ranges(), snapshots) ? 1 : table.deadShare();
        if (!table.isBusy() && share >= threshold(table, nowMillis)) {
          candidates.add(new Candidate(table, level, share));
        }
      }
    }
    return candidates.stream()
        .max(Comparator.comparingDouble(Candidate::deadShare))
        .map(Candidate::proposal);
  }

  private double threshold(Table table, long nowMillis) {
    VectorRef vector = table.vector();
    boolean settled = vector != null && nowMillis - vector.changedMillis() >= SETTLED_MILLIS;
    return settled ? Math.min(SETTLED_SHARE, threshold) : threshold;
  }

  private record Candidate(Table table, int level, double deadShare) {

    Compaction proposal() {
      return Compaction.of(table, level, level, deadShare == 1 ? Kind.DROP : Kind.REWRITE);
    }
  }
}
