package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whoever looks at an end of a queue finds what a sorted set holds there, whatever went through it.
 */
@Tag("hunt")
class QueueModelTest {

  private static final int HISTORIES = 50;

  @Test
  void theHeadIsFound() {
    QueueHunt hunt = new QueueHunt();
    Trials.seeds(HISTORIES).forEach(hunt::run);
  }
}
