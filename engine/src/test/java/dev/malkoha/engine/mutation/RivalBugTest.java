package dev.malkoha.engine.mutation;

import dev.malkoha.engine.rival.RivalHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The histories of processes at one directory show each bug that costs one of them its store. */
@Tag("hunt")
class RivalBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(RivalHunt.class, directory);
  }

  static List<RivalBug> bugs() {
    return Trials.sample(List.of(RivalBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(RivalBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
