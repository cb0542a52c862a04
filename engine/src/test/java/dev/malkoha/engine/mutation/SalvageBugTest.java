package dev.malkoha.engine.mutation;

import dev.malkoha.tools.salvage.SalvageHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Salvages of damaged stores show each bug that a salvage must not have. */
@Tag("hunt")
class SalvageBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(SalvageHunt.class, directory);
  }

  static List<SalvageBug> bugs() {
    return Trials.sample(List.of(SalvageBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(SalvageBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
