package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.MarkHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through histories with marks finds each of the bugs that they must not have. */
@Tag("hunt")
class MarkBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(MarkHunt.class, directory);
  }

  static List<MarkBug> bugs() {
    return Trials.sample(List.of(MarkBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(MarkBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
