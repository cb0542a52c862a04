package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power cuts and kills at the calls a store makes: nothing durable is lost, there is no hole, and
 * every store opens.
 */
@Tag("hunt")
class CrashTest {

  private static final int STATES = Trials.count(8_000);

  /** Of several keyspaces so many are looked at. */
  private static final int STATES_OF_KEYSPACES = Trials.count(2_500);

  /** And so many where transactions write. */
  private static final int STATES_OF_TRANSACTIONS = Trials.count(500);

  /** Of ingestions so many. */
  private static final int STATES_OF_INGESTIONS = Trials.count(700);

  /** Of merges so many. */
  private static final int STATES_OF_MERGES = Trials.count(1_000);

  /** Where entries expire so many. */
  private static final int STATES_OF_EXPIRY = Trials.count(1_000);

  /** In stores that are opened at their marks so many. */
  private static final int STATES_OF_MARKS = Trials.count(2_000);

  /** And so many looks of followers. */
  private static final int STATES_OF_FOLLOWERS = Trials.count(500);

  private long states;
  private long looks;
  private LongSupplier counted = () -> states;
  private int enough = STATES;
  private LongFunction<CrashExplorer> explorers =
      seed -> new CrashExplorer(seed, Surroundings.PLAIN);

  @Test
  void losesNothingDurableAndKeepsAPrefix() {
    exploreAll();
  }

  @Test
  void losesAndResurrectsNothingWhereDeletesAreApplied() {
    explorers = seed -> CrashExplorer.ofDeletes(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void showsOneMomentOfAllKeyspaces() {
    enough = STATES_OF_KEYSPACES;
    explorers = seed -> CrashExplorer.ofKeyspaces(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void keepsTransactionsWholeOrNotAtAll() {
    enough = STATES_OF_TRANSACTIONS;
    explorers = seed -> CrashExplorer.ofTransactions(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void addsAllOfAnIngestionOrNothing() {
    enough = STATES_OF_INGESTIONS;
    explorers = seed -> CrashExplorer.ofIngestions(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void countsEachOperandOnce() {
    enough = STATES_OF_MERGES;
    explorers = seed -> CrashExplorer.ofMerges(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void goesBackToTheLastMark() {
    enough = STATES_OF_MARKS;
    explorers = seed -> CrashExplorer.ofMarks(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void bringsNothingBackThatHasExpired() {
    enough = STATES_OF_EXPIRY;
    explorers = seed -> CrashExplorer.ofAgeing(seed, Surroundings.PLAIN);
    exploreAll();
  }

  @Test
  void showsAFollowerWhatWasWritten() {
    enough = STATES_OF_FOLLOWERS;
    explorers = seed -> CrashExplorer.ofFollowers(seed, Surroundings.PLAIN);
    counted = () -> looks;
    exploreAll();
  }

  private void exploreAll() {
    for (long seed = Trials.seed(); counted.getAsLong() < enough; seed++) {
      explore(seed);
    }
  }

  private void explore(long seed) {
    CrashExplorer explorer = explorers.apply(seed);
    try {
      explorer.run();
    } catch (RuntimeException | AssertionError e) {
      fail(Trials.replay(CrashTest.class, seed) + "\n" + explorer.history(), e);
    }
    states += explorer.states();
    looks += explorer.looks();
  }
}
