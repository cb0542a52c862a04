package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories that mostly delete give the answers of a sorted map, whatever filter the tables
 * have and whatever runs in the middle of what.
 *
 * <p>{@code -Dmalkoha.deletes=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class DeleteModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.deletes", 2_000);

  @Test
  void deletesAnswerAsInASortedMap() {
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(new DeleteHunt()::check);
  }
}
