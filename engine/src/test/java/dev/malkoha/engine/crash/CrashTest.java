package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power cuts and kills at the calls a store makes: nothing durable is lost, there is no hole, and
 * every store opens.
 *
 * <p>{@code -Dmalkoha.states=N} looks at more states, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class CrashTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final long STATES = Long.getLong("malkoha.states", 8_000);

  /** Of several keyspaces so many are looked at in each build. */
  private static final long STATES_OF_KEYSPACES = Long.getLong("malkoha.states", 2_500);

  /** And so many where transactions write. */
  private static final long STATES_OF_TRANSACTIONS = Long.getLong("malkoha.states", 500);

  /** Of ingestions so many. */
  private static final long STATES_OF_INGESTIONS = Long.getLong("malkoha.states", 700);

  /** And so many looks of followers. */
  private static final long STATES_OF_FOLLOWERS = Long.getLong("malkoha.states", 500);

  private static final int THREADS = 2;

  private final AtomicLong nextSeed = new AtomicLong(SEED);
  private final AtomicLong states = new AtomicLong();
  private final AtomicLong looks = new AtomicLong();
  private AtomicLong counted = states;
  private long enough = STATES;
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
  void showsAFollowerWhatWasWritten() {
    enough = STATES_OF_FOLLOWERS;
    explorers = seed -> CrashExplorer.ofFollowers(seed, Surroundings.PLAIN);
    counted = looks;
    exploreAll();
  }

  private void exploreAll() {
    IntStream.range(0, THREADS).parallel().forEach(thread -> exploreUntilEnough());
    long histories = nextSeed.get() - SEED;
    String seen = states + " crash states and " + looks + " looks of followers";
    assertTrue(counted.get() >= enough, seen + " of " + histories + " histories");
  }

  private void exploreUntilEnough() {
    while (counted.get() < enough) {
      explore(nextSeed.getAndIncrement());
    }
  }

  private void explore(long seed) {
    CrashExplorer explorer = explorers.apply(seed);
    try {
      explorer.run();
    } catch (RuntimeException | AssertionError e) {
      fail("replay with -Dmalkoha.states=1 -Dmalkoha.seed=" + seed + "\n" + explorer.history(), e);
    }
    states.addAndGet(explorer.states());
    looks.addAndGet(explorer.looks());
  }
}
