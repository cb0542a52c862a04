package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A disk that is full from a call of a workload on, for one call or for some: one in so many calls
 * in turn, and of those that need room.
 */
@Tag("hunt")
class NoSpaceSweepTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(NoSpaceSweepTest.class);
  private static final int STRIDE = Trials.oneIn(24);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 30})
  void goesOnWhereverTheDiskIsFull(long calls) {
    sweep(Workload.Kind.MIXED.workload(SEED), calls);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 30})
  void goesOnWhereverTheDiskIsFullWhereDeletesAreApplied(long calls) {
    sweep(Workload.Kind.DELETES.workload(SEED), calls);
  }

  private static void sweep(Workload workload, long calls) {
    AtomicInteger refusals = new AtomicInteger();
    NoSpaceRun dry = new NoSpaceRun(workload, -1, 0, 0);
    dry.run();
    NavigableMap<Long, Long> needed = dry.needed();
    LongStream growing = needed.keySet().stream().mapToLong(Long::longValue);
    LongStream.concat(share(LongStream.range(0, dry.calls())), share(growing))
        .distinct()
        .forEach(
            first ->
                refusals.addAndGet(run(workload, first, calls, needed.getOrDefault(first, 100L))));
    assertTrue(refusals.get() > 0, "the disk was never full");
  }

  /**
   * One in so many, others with each seed, and always the first: an opening's, of those that grow.
   */
  private static LongStream share(LongStream calls) {
    long[] all = calls.toArray();
    LongStream some =
        LongStream.iterate(Math.floorMod(SEED, STRIDE), i -> i < all.length, i -> i + STRIDE);
    return LongStream.concat(LongStream.of(0), some).map(i -> all[(int) i]);
  }

  private static int run(Workload workload, long first, long calls, long needed) {
    long left = new SplittableRandom(SEED + first).nextLong(needed);
    NoSpaceRun run = new NoSpaceRun(workload, first, calls, left);
    try {
      run.run();
      return run.refusals();
    } catch (RuntimeException | AssertionError e) {
      String where = "for " + calls + " calls from call " + first;
      return fail(REPLAY + ", full " + where + ", in " + run.history(), e);
    }
  }
}
