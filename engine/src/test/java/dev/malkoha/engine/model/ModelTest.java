package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random histories give the answers of a sorted map, whatever the options.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
class ModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 1_000);
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
    sets.forEach(set -> run(seed, history, set));
  }

  private static void run(long seed, History history, OptionSet set) {
    Subject subject = new Subject(set);
    int at = 0;
    try {
      for (Op operation : history.operations()) {
        operation.on(subject);
        at++;
      }
      subject.finish(history.keys());
    } catch (RuntimeException | AssertionError e) {
      fail(describe(seed, history, set, at) + subject.diskHistory(), e);
    }
  }

  private static String describe(long seed, History history, OptionSet set, int at) {
    StringBuilder text = new StringBuilder();
    text.append("replay with -Dmalkoha.histories=1 -Dmalkoha.seed=" + seed + ", options " + set);
    text.append("; it fails at operation " + at + " of:\n");
    List<Op> upTo = history.operations().subList(0, Math.min(at + 1, OPERATIONS));
    upTo.forEach(operation -> text.append(operation).append('\n'));
    return text.toString();
  }
}
