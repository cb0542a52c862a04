package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of many builds of each layout none fails, and hardly one needs more room than was aimed at. */
@Tag("hunt")
class ManyBuildsTest {

  private static final int BUILDS = Trials.count(10_000);
  private static final double MOST_KEYS = 20_000;

  static Stream<Layout> layouts() {
    return Stream.of(
        new CuckooGeometry(12, 2, 1),
        new CuckooGeometry(12, 4, 1),
        new CuckooGeometry(12, 8, 1),
        CuckooGeometry.semiSorted(13, 1),
        new WindowGeometry(9, 2));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void noneFails(Layout layout) {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    String kind = layout.header(0, 0).kind().label();
    int larger = 0;
    for (int build = 0; build < BUILDS; build++) {
      int keys = (int) Math.pow(MOST_KEYS, random.nextDouble());
      Layout shape = layout.resized(keys);
      long[] hashes = random.longs(keys).toArray();
      byte[] block = new OfflineBuild(hashes, keys).build(shape, random.nextLong());
      Filter filter = Filters.open(block, 0, block.length);
      assertEquals(kind, filter.kind(), () -> keys + ", " + Trials.replay(ManyBuildsTest.class));
      assertEquals(keys, filter.keys());
      assertTrue(
          filter.mayContain(hashes[random.nextInt(keys)]),
          () -> Trials.replay(ManyBuildsTest.class));
      larger += filter.sizeBytes() > shape.payloadBytes() + 40 ? 1 : 0;
    }
    int atMost = Math.max(5, BUILDS / 500);
    int grown = larger;
    assertTrue(grown <= atMost, () -> grown + " grew, " + Trials.replay(ManyBuildsTest.class));
  }
}
