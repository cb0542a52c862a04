package dev.malkoha.engine.mutation;

import dev.malkoha.engine.observe.EyesHunt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search through what stores tell finds each of the bugs that it must not have. */
@Tag("hunt")
class EyesBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(EyesHunt.class, directory);
  }

  @ParameterizedTest
  @EnumSource(EyesBug.class)
  void isFound(EyesBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
