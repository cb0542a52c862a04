package dev.malkoha.engine.mutation;

import dev.malkoha.engine.damage.FactHunt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search through what manifests say finds each check that is left out. */
@Tag("hunt")
class FactBugTest {

  private static final int CASES = 20_000;

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(FactHunt.class, directory);
  }

  @ParameterizedTest
  @EnumSource(FactBug.class)
  void isFound(FactBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory, CASES);
  }
}
