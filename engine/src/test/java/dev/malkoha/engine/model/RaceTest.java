package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compactions and delete jobs that race lose no delete, and no key beside it, nor do crashes in the
 * middle of both.
 */
@Tag("hunt")
class RaceTest {

  /** Of calls of races with few keys more are looked at than of those with many. */
  private static final int ONE_IN = Trials.oneIn(1);

  private static final int DEEP_ONE_IN = Trials.oneIn(24);

  static List<RaceRun> races() {
    return Trials.isWhole() ? RaceRun.all() : crashedRaces();
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
    int oneIn = run.race().isDeep() ? DEEP_ONE_IN : ONE_IN;
    long states = run.crash(new SplittableRandom(Trials.seed()), oneIn);
    assertTrue(states > 0 || !Trials.isWhole(), "no crash was looked at");
  }
}
