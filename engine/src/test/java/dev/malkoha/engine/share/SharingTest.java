package dev.malkoha.engine.share;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random histories over stores that share: {@code -Dmalkoha.histories=} so many, from {@code
 * -Dmalkoha.seed=} on.
 */
class SharingTest {

  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 40);
  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void boundsHoldAndNothingIsLost() {
    SharingHunt hunt = new SharingHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::check);
  }
}
