package dev.malkoha.engine.model;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random histories that mostly delete give the answers of a sorted map, whatever filter the tables
 * have and whatever runs in the middle of what.
 *
 * <p>{@code -Dmalkoha.deletes=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another seed:
 * the failure message says which.
 */
class DeleteModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.deletes", 5_000);
  private static final int OPERATIONS = 100;

  private final CollidingKeys collisions = new CollidingKeys(Stores.hasher());

  @Test
  void deletesAnswerAsInASortedMap() {
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(this::run);
  }

  private void run(long seed) {
    OptionSet set = OptionSet.DELETES.get(Math.floorMod(seed, OptionSet.DELETES.size()));
    DeleteHistory history = new DeleteHistory(seed, OPERATIONS, collisions);
    String replay = "-Dmalkoha.deletes=1 -Dmalkoha.seed=" + seed;
    new ModelRun(replay, history.operations(), history.keys(), set).run();
  }
}
