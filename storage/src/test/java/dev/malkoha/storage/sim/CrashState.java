package dev.malkoha.storage.sim;

import java.util.List;
import java.util.SplittableRandom;

/**
 * What of the unsynced state of a {@link SimulatedDisk} a power cut leaves.
 *
 * <p>The unsynced state is a list of pieces: changes of directory entries, lengths of files that
 * grew, and sectors. Each piece survives or not on its own; what was forced always survives. A
 * length that survives where the sectors do not leaves zero bytes.
 */
public final class CrashState {

  /** Nothing that was not forced survives. */
  public static final CrashState SYNCED_ONLY =
      of("SYNCED_ONLY", (pieces, random) -> new Survival(false, false, false));

  /** All writes reached the disk in time. */
  public static final CrashState EVERYTHING =
      of("EVERYTHING", (pieces, random) -> new Survival(true, true, true));

  /** File content reached the disk, names did not: new files are lost, deleted ones are back. */
  public static final CrashState NAMES_LOST =
      of("NAMES_LOST", (pieces, random) -> new Survival(false, true, true));

  /** Names reached the disk, file content did not: new files are empty. */
  public static final CrashState DATA_LOST =
      of("DATA_LOST", (pieces, random) -> new Survival(true, false, false));

  /** Names and lengths reached the disk, sectors did not: what was appended is zero. */
  public static final CrashState ZEROED_GROWTH =
      of("ZEROED_GROWTH", (pieces, random) -> new Survival(true, true, false));

  /** Everything but one piece, chosen by the seed, reached the disk. */
  public static final CrashState ONE_MISSING =
      of("ONE_MISSING", (pieces, random) -> allBut(pieces, random.nextInt(Math.max(1, pieces))));

  /**
   * Everything reached the disk, but each file that grew ends at some byte of what was appended.
   */
  public static final CrashState TORN_END =
      of(
          "TORN_END",
          (pieces, random) ->
              new Survival(true, true, true) {
                @Override
                long length(int piece, long durable, long current) {
                  return between(random, durable, current);
                }
              });

  /** Names reached the disk in order up to some point, as with a journal; of the rest any part. */
  public static final CrashState JOURNALED_NAMES =
      of(
          "JOURNALED_NAMES",
          (pieces, random) ->
              new RandomSurvival(random, 0.5) {
                private boolean journalEnded;

                @Override
                boolean keepsEntry(int piece) {
                  journalEnded |= random.nextInt(4) == 0;
                  return !journalEnded;
                }
              });

  /** Each piece survives with probability one half. */
  public static final CrashState RANDOM = random(0.5);

  /** One of each class. */
  public static final List<CrashState> ALL =
      List.of(
          SYNCED_ONLY,
          EVERYTHING,
          NAMES_LOST,
          DATA_LOST,
          ZEROED_GROWTH,
          ONE_MISSING,
          TORN_END,
          JOURNALED_NAMES,
          RANDOM,
          random(0.1),
          random(0.9));

  /** How a state begins to decide: with the number of pieces and a source of chance. */
  @FunctionalInterface
  private interface Start {
    Survival start(int pieces, SplittableRandom random);
  }

  private final String name;
  private final Start start;

  private CrashState(String name, Start start) {
    this.name = name;
    this.start = start;
  }

  private static CrashState of(String name, Start start) {
    return new CrashState(name, start);
  }

  /** Each piece survives with this probability, from 0 to 1. */
  public static CrashState random(double probability) {
    return of(
        "random(" + probability + ")", (pieces, random) -> new RandomSurvival(random, probability));
  }

  /** Everything but this piece survives, see {@link SimulatedDisk#unsyncedPieces}. */
  public static CrashState allBut(int piece) {
    return of("allBut(" + piece + ")", (pieces, random) -> allBut(pieces, piece));
  }

  /**
   * Of all that is unsynced this piece alone survives, see {@link SimulatedDisk#unsyncedPieces}.
   */
  public static CrashState only(int piece) {
    return of("only(" + piece + ")", (pieces, random) -> new Single(piece, true));
  }

  private static Survival allBut(int pieces, int piece) {
    return pieces == 0 ? new Survival(true, true, true) : new Single(piece, false);
  }

  Survival start(int pieces, SplittableRandom random) {
    return start.start(pieces, random);
  }

  @Override
  public String toString() {
    return name;
  }

  private static long between(SplittableRandom random, long least, long most) {
    return least >= most ? most : random.nextLong(least, most + 1);
  }

  /** The fate of each piece; asked once for each, in order. */
  static class Survival {
    private final boolean entries;
    private final boolean lengths;
    private final boolean sectors;

    Survival(boolean entries, boolean lengths, boolean sectors) {
      this.entries = entries;
      this.lengths = lengths;
      this.sectors = sectors;
    }

    boolean keepsEntry(int piece) {
      return entries;
    }

    long length(int piece, long durable, long current) {
      return lengths ? current : durable;
    }

    boolean keepsSector(int piece) {
      return sectors;
    }
  }

  /** One piece has a fate of its own. */
  private static final class Single extends Survival {
    private final int single;
    private final boolean kept;

    Single(int single, boolean kept) {
      super(!kept, !kept, !kept);
      this.single = single;
      this.kept = kept;
    }

    @Override
    boolean keepsEntry(int piece) {
      return kept == (piece == single);
    }

    @Override
    long length(int piece, long durable, long current) {
      return kept == (piece == single) ? current : durable;
    }

    @Override
    boolean keepsSector(int piece) {
      return kept == (piece == single);
    }
  }

  /** Chance decides. */
  private static class RandomSurvival extends Survival {
    private final SplittableRandom random;
    private final double probability;

    RandomSurvival(SplittableRandom random, double probability) {
      super(false, false, false);
      this.random = random;
      this.probability = probability;
    }

    @Override
    boolean keepsEntry(int piece) {
      return random.nextDouble() < probability;
    }

    @Override
    long length(int piece, long durable, long current) {
      if (random.nextInt(3) == 0) {
        return between(random, durable, current);
      }
      return random.nextDouble() < probability ? current : durable;
    }

    @Override
    boolean keepsSector(int piece) {
      return random.nextDouble() < probability;
    }
  }
}
