package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All kinds of reads give the answers of a sorted map in random histories, whatever the options.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class ReadModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 66);

  @Test
  void readsAnswerAsASortedMapDoes() {
    ReadHunt hunt = new ReadHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::check);
  }
}
