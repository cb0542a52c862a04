package dev.malkoha.engine.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/** The searches through random histories, carried out with engines that have a bug, or none. */
public final class BugSearch {

  private static final long SEED = Trials.seed();

  /**
   * After so many a search gives up, whatever the share: it ends at the first that shows the bug.
   */
  private static final int HISTORIES = 1_000;

  /** Tries of the history that has shown a bug: in some of them threads have a say. */
  private static final int KNOWN_TRIES = 16;

  private static final int SOUND_HISTORIES = 10;

  private BugSearch() {}

  /**
   * Fails if a search finds anything where there is no bug: else what it finds elsewhere would be
   * none, or one in the loading of classes.
   */
  static void checkFindsNothing(Class<?> hunt, Path directory) throws Exception {
    checkFindsNothing(hunt, directory, SOUND_HISTORIES);
  }

  /** The same in so many histories: for a search whose histories another test runs, too. */
  static void checkFindsNothing(Class<?> hunt, Path directory, int histories) throws Exception {
    LongPredicate sound = hunt(MutantEngine.compile(new Mutant(), directory), hunt.getName());
    assertFalse(Trials.seeds(histories).anyMatch(sound));
  }

  /** Fails unless the bug's search finds it, in the history that has shown it before or another. */
  static <B extends Enum<B> & Bug> void checkFinds(B bug, Path directory) throws Exception {
    checkFinds(bug, directory, HISTORIES);
  }

  /** The same, in so many others: for a search whose histories are short. */
  static <B extends Enum<B> & Bug> void checkFinds(B bug, Path directory, int histories)
      throws Exception {
    checkFinds(bug, hunt(MutantEngine.compile(bug.mutant(), directory), bug.hunt()), histories);
  }

  /**
   * The same of any bug.
   *
   * @param shows whether the history of a seed shows it
   */
  public static void checkFinds(Enum<?> bug, LongPredicate shows, int histories)
      throws IOException {
    OptionalLong known = KnownSeeds.of(bug);
    if (known.isPresent()
        && LongStream.range(0, KNOWN_TRIES).anyMatch(_ -> shows.test(known.getAsLong()))) {
      return;
    }
    OptionalLong seed = LongStream.range(SEED, SEED + histories).filter(shows).findFirst();
    assertTrue(seed.isPresent(), "no history up to seed " + (SEED + histories) + " shows " + bug);
    KnownSeeds.found(bug, seed.getAsLong());
  }

  private static LongPredicate hunt(MutantEngine engine, String name)
      throws ReflectiveOperationException {
    return (LongPredicate) engine.loadClass(name).getConstructor().newInstance();
  }
}
