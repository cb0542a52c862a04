package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.PrefixHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search over scans of prefixes finds each of the bugs that they must not have. */
@Tag("hunt")
class PrefixBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(PrefixHunt.class, directory);
  }

  static List<PrefixBug> bugs() {
    return Trials.sample(List.of(PrefixBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(PrefixBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
