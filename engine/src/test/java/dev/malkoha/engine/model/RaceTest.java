package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compactions and delete jobs that race lose no delete, and no key beside it. */
class RaceTest {

  static List<RaceRun> races() {
    return RaceRun.all();
  }

  @ParameterizedTest
  @MethodSource("races")
  void everyOrderGivesTheSameAnswers(RaceRun run) {
    assertEquals(run.hasMiddle(), run.run() > 0, "one runs in the middle of the other");
  }
}
