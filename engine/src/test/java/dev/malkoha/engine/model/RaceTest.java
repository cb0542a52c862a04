package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.filter.FilterPolicy;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compactions and delete jobs that race lose no delete, and no key beside it, nor do crashes in the
 * middle of both.
 *
 * <p>{@code -Dmalkoha.seed=S} looks at other crashes.
 */
class RaceTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  /** Calls of races with few keys are all looked at, of those with many one in so many. */
  private static final int DEEP_ONE_IN = 8;

  static List<RaceRun> races() {
    return RaceRun.all();
  }

  @ParameterizedTest
  @MethodSource("races")
  void everyOrderGivesTheSameAnswers(RaceRun run) {
    assertEquals(run.hasMiddle(), run.run() > 0, "one runs in the middle of the other");
  }

  @ParameterizedTest
  @EnumSource(Race.class)
  void crashesAtEveryCallLoseAndResurrectNothing(Race race) {
    int turn = Math.floorMod(race.name().hashCode(), RaceRun.FILTERS.size());
    FilterPolicy filter = RaceRun.FILTERS.get(turn);
    for (Kind outer : Kind.values()) {
      RaceRun run = new RaceRun(race, outer, filter);
      long states = run.crash(new SplittableRandom(SEED), race.isDeep() ? DEEP_ONE_IN : 1);
      assertTrue(states > 0, run::toString);
    }
  }
}
