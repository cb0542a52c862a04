package dev.malkoha.engine.model;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who reads while batches are written sees all keyspaces at one moment.
 *
 * <p>{@code -Dmalkoha.histories=N} runs more, {@code -Dmalkoha.seed=S} begins at another seed.
 */
@Tag("hunt")
class MomentTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = Integer.getInteger("malkoha.histories", 40);

  @Test
  void snapshotsSeeAllKeyspacesAtOneMoment() {
    MomentHunt hunt = new MomentHunt();
    LongStream.range(SEED, SEED + HISTORIES).forEach(hunt::check);
  }
}
