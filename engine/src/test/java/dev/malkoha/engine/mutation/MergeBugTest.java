package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.MergeHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through histories with merges finds each of the bugs that they must not have. */
@Tag("hunt")
class MergeBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(MergeHunt.class, directory);
  }

  static List<MergeBug> bugs() {
    return Trials.sample(List.of(MergeBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(MergeBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
