package dev.malkoha.engine.mutation;

import dev.malkoha.engine.observe.ObserverHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through what stores tell finds each of the bugs that it must not have. */
@Tag("hunt")
class ObserverBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(ObserverHunt.class, directory);
  }

  static List<ObserverBug> bugs() {
    return Trials.sample(List.of(ObserverBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(ObserverBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
