package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

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
   * @param nowMillis the time; {@link Long#MAX_VALUE} takes every table as settled
   */
  public Optional<Compaction> pick(Version version, long nowMillis) {
    Stream<Candidate> candidates = Stream.empty();
    for (int i = 0; i < Version.LEVELS; i++) {
      int level = i;
      candidates =
          Stream.concat(
              candidates,
              version.level(level).tables().stream()
                  .filter(table -> isDue(table, nowMillis))
                  .map(table -> new Candidate(table, level)));
    }
    return candidates
        .max(Comparator.comparingDouble(candidate -> candidate.table().deadShare()))
        .map(Candidate::proposal);
  }

  private boolean isDue(Table table, long nowMillis) {
    VectorRef vector = table.vector();
    if (vector == null || table.isBusy()) {
      return false;
    }
    boolean settled = nowMillis - vector.changedMillis() >= SETTLED_MILLIS;
    return table.deadShare() >= (settled ? Math.min(SETTLED_SHARE, threshold) : threshold);
  }

  private record Candidate(Table table, int level) {

    Compaction proposal() {
      boolean nothingLives = table.deadEntries() == table.meta().entries();
      return Compaction.of(table, level, level, nothingLives ? Kind.DROP : Kind.REWRITE);
    }
  }
}
