package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random interleavings of transactions see what a model says, and meet the conflicts it says.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class TransactionModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 100);

  @Test
  void transactionsAreAsTheModelSays() {
    TransactionHunt hunt = new TransactionHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::check);
  }
}
