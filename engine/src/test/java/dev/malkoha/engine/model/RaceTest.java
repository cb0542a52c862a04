package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.filter.FilterPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compactions and delete jobs that race lose no delete, and no key beside it, nor do crashes in the
 * middle of both.
 *
 * <p>{@code -Dmalkoha.seed=S} looks at other crashes.
 */
@Tag("hunt")
class RaceTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  /** Calls of races with few keys are all looked at, of those with many one in so many. */
  private static final int DEEP_ONE_IN = 24;

  static List<RaceRun> races() {
    return RaceRun.all();
  }

  @ParameterizedTest
  @MethodSource("races")
  void everyOrderGivesTheSameAnswers(RaceRun run) {
    assertEquals(run.hasMiddle(), run.run() > 0, "one runs in the middle of the other");
  }

  /** Each race under one of the filters. */
  static List<RaceRun> crashedRaces() {
    List<RaceRun> runs = new ArrayList<>();
    int next = 0;
    for (Race race : Race.values()) {
      FilterPolicy filter = RaceRun.FILTERS.get(next++ % RaceRun.FILTERS.size());
      for (Kind outer : Kind.values()) {
        runs.add(new RaceRun(race, outer, filter));
      }
    }
    return runs;
  }

  @ParameterizedTest
  @MethodSource("crashedRaces")
  void crashesAtEveryCallLoseAndResurrectNothing(RaceRun run) {
    int oneIn = run.race().isDeep() ? DEEP_ONE_IN : 1;
    assertTrue(run.crash(new SplittableRandom(SEED), oneIn) > 0);
  }
}
