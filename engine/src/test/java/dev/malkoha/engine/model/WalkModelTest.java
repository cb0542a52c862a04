package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Walks over long runs of deletes find what a sorted map holds, whatever they leap over.
 *
 * <p>{@code -Dmalkoha.walks=N} runs so many histories, {@code -Dmalkoha.seed=S} begins at another
 * seed; messages say which one failed.
 */
@Tag("hunt")
class WalkModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final long HISTORIES = Long.getLong("malkoha.walks", 80);

  @Test
  void walksFindWhatLives() {
    WalkHunt hunt = new WalkHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::run);
  }
}
