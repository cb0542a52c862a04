package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories over several keyspaces give the answers of a sorted map for each of them,
 * whatever the options.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more of them, {@code -Dmalkoha.seed=S} begins at another
 * seed: the failure message says which.
 */
@Tag("hunt")
class KeyspaceModelTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 800);

  @Test
  void answersAsAMapForEachKeyspaceDoes() {
    KeyspaceHunt hunt = new KeyspaceHunt();
    LongStream.range(SEED, SEED + HISTORIES).parallel().forEach(hunt::check);
  }
}
