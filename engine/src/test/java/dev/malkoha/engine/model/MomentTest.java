package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test of threads: who reads while batches are written sees all keyspaces at one moment. */
@Tag("hunt")
class MomentTest {

  private static final int HISTORIES = 40;

  @Test
  void snapshotsSeeAllKeyspacesAtOneMoment() {
    MomentHunt hunt = new MomentHunt();
    LongStream.range(0, Trials.count(HISTORIES)).forEach(hunt::check);
  }
}
