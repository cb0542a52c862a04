package dev.malkoha.engine.mutation;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every planted bug still has its place in the sources, which a change of the code may move. */
class PlantedBugsTest {

  static Stream<Bug> all() {
    return Stream.<Bug[]>of(
            BesideBug.values(),
            CheckpointBug.values(),
            DeletionBug.values(),
            ObserverBug.values(),
            ExpiryBug.values(),
            FactBug.values(),
            FifoBug.values(),
            FilterBug.values(),
            IngestBug.values(),
            KeyspaceBug.values(),
            MarkBug.values(),
            MergeBug.values(),
            PrefixBug.values(),
            ReadBug.values(),
            ResourceBug.values(),
            RivalBug.values(),
            SalvageBug.values(),
            TransactionBug.values(),
            VerificationBug.values())
        .flatMap(Stream::of);
  }

  @ParameterizedTest
  @MethodSource("all")
  void isInItsPlace(Bug bug) {
    bug.mutant(); // throws if the passage is not in its file just once
  }
}
