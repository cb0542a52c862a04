package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.ReadHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search over reads of all kinds finds each of the bugs that they must not have. */
@Tag("hunt")
class ReadBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(ReadHunt.class, directory);
  }

  static List<ReadBug> bugs() {
    return Trials.sample(List.of(ReadBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(ReadBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
