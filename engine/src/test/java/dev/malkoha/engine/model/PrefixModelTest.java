package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Scans of prefixes give the answers of a sorted map in random histories that mostly delete,
 * whatever prefixes the filters hold, and however often the rule for them changes.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
class PrefixModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 70);

  @Test
  void scansAnswerAsASortedMapDoes() {
    PrefixHunt hunt = new PrefixHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::check);
  }
}
