package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory runs out at each place of the store's code that takes some. */
@Tag("hunt")
class AllocationSweepTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(AllocationSweepTest.class);

  /** One in so many places is tried, others with each seed. */
  private static final int SHARE = Trials.oneIn(48);

  /** Fewer mean that the code is no longer told about. */
  private static final int PLACES_MIN = 300;

  @ParameterizedTest
  @EnumSource(Workload.Kind.class)
  void survivesTheFailureOfEachAllocation(Workload.Kind kind) throws Exception {
    HeapLoader loader = new HeapLoader();
    Runnable workload = workload(loader, kind);
    Heap counting = new Heap(-1, 0);
    counting.during(workload); // loads the classes
    Heap again = new Heap(-1, 0);
    again.during(workload);
    List<String> sites = loader.sites();
    long places = IntStream.range(0, sites.size()).filter(site -> again.hits(site) > 0).count();
    assertTrue(places > PLACES_MIN, "places that take memory: " + places);
    Sweep sweep = new Sweep();
    for (int site = 0; site < sites.size(); site++) {
      if (Math.floorMod(site + SEED, SHARE) == 0) {
        add(sweep, kind, workload, site, sites.get(site), again.hits(site));
      }
    }
    sweep.await();
  }

  /** The first, the second, and one by chance of the allocations in a place. */
  private static void add(
      Sweep sweep, Workload.Kind kind, Runnable workload, int site, String name, int hits) {
    int later = hits < 3 ? 3 : 3 + new SplittableRandom(SEED + site).nextInt(hits - 2);
    IntStream.of(1, 2, later)
        .filter(hit -> hit <= hits)
        .forEach(
            hit ->
                sweep.add(
                    REPLAY + ", " + kind + ", allocation " + hit + " at " + name,
                    () -> new Heap(site, hit).during(workload)));
  }

  @SuppressWarnings("unchecked")
  private static Runnable workload(HeapLoader loader, Workload.Kind kind)
      throws ReflectiveOperationException {
    Object runs = loader.loadClass(FaultyRuns.class.getName()).getConstructor().newInstance();
    return ((Function<String, Runnable>) runs).apply(kind + " " + SEED);
  }
}
