package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.ExpiryHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search among entries that expire finds each of the bugs that they must not have. */
@Tag("hunt")
class ExpiryBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(ExpiryHunt.class, directory);
  }

  static List<ExpiryBug> bugs() {
    return Trials.sample(List.of(ExpiryBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(ExpiryBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
