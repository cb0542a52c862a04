package dev.malkoha.engine.mutation;

import dev.malkoha.engine.share.SharingHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search through histories of stores that share finds each of the bugs they must not have. */
@Tag("hunt")
class ResourceBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(SharingHunt.class, directory);
  }

  static List<ResourceBug> bugs() {
    return Trials.sample(List.of(ResourceBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(ResourceBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
