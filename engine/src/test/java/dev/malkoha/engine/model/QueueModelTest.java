package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whoever looks at an end of a queue finds what a sorted set holds there, whatever went through it.
 *
 * <p>{@code -Dmalkoha.queues=N} runs so many histories, {@code -Dmalkoha.seed=S} begins at another
 * seed; messages say which one failed.
 */
@Tag("hunt")
class QueueModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final long HISTORIES = Long.getLong("malkoha.queues", 50);

  @Test
  void theHeadIsFound() {
    QueueHunt hunt = new QueueHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::run);
  }
}
