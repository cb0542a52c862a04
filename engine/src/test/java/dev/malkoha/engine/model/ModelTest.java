package dev.malkoha.engine.model;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories give the answers of a sorted map, whatever the options.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class ModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 350);
  private static final int OPERATIONS = 1_000;

  /** Every so many histories one is run under every option set, not under one. */
  private static final int ALL_SETS_EVERY = 50;

  @Test
  void answersAsASortedMapDoes() {
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(ModelTest::run);
  }

  private static void run(long seed) {
    OptionSet one = OptionSet.ALL.get(Math.floorMod(seed, OptionSet.ALL.size()));
    List<OptionSet> sets = seed % ALL_SETS_EVERY == 0 ? OptionSet.ALL : List.of(one);
    History history = new History(seed, OPERATIONS);
    String test = "ModelTest -Dmalkoha.histories=1 -Dmalkoha.seed=" + seed;
    sets.forEach(set -> new ModelRun(test, history.operations(), history.keys(), set).check());
  }
}
