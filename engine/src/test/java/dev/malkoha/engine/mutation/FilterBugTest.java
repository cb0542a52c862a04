package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.FilterHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through histories with a compaction filter finds each bug that they must not have. */
@Tag("hunt")
class FilterBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(FilterHunt.class, directory);
  }

  static List<FilterBug> bugs() {
    return Trials.sample(List.of(FilterBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(FilterBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
