package dev.malkoha.engine.mutation;

import dev.malkoha.engine.damage.FactHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through what manifests say finds each check that is left out. */
@Tag("hunt")
class FactBugTest {

  private static final int CASES = 20_000;

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(FactHunt.class, directory);
  }

  static List<FactBug> bugs() {
    return Trials.sample(List.of(FactBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(FactBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory, CASES);
  }
}
