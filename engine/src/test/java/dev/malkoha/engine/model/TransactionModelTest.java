package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings of transactions see what a model says, and meet the conflicts it says. */
@Tag("hunt")
class TransactionModelTest {

  private static final int HISTORIES = 100;

  @Test
  void transactionsAreAsTheModelSays() {
    TransactionHunt hunt = new TransactionHunt();
    Trials.seeds(HISTORIES).forEach(hunt::check);
  }
}
