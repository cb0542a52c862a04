package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.FifoHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through histories of a bounded keyspace finds each bug that it must not have. */
@Tag("hunt")
class FifoBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(FifoHunt.class, directory);
  }

  static List<FifoBug> bugs() {
    return Trials.sample(List.of(FifoBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(FifoBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
