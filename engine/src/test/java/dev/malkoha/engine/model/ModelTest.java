package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories give the answers of a sorted map, whatever the options. */
@Tag("hunt")
class ModelTest {

  private static final int HISTORIES = 350;
  private static final int OPERATIONS = 1_000;

  /** Every so many histories one is run under every option set, not under one. */
  private static final int ALL_SETS_EVERY = 50;

  @Test
  void answersAsASortedMapDoes() {
    Trials.seeds(HISTORIES).forEach(ModelTest::run);
  }

  private static void run(long seed) {
    OptionSet one = OptionSet.ALL.get(Math.floorMod(seed, OptionSet.ALL.size()));
    List<OptionSet> sets = seed % ALL_SETS_EVERY == 0 ? OptionSet.ALL : List.of(one);
    History history = new History(seed, OPERATIONS);
    String test = Trials.replay(ModelTest.class, seed);
    sets.forEach(set -> new ModelRun(test, history.operations(), history.keys(), set).check());
  }
}
