package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.DeleteCrashHunt;
import dev.malkoha.engine.model.DeleteHunt;
import dev.malkoha.engine.model.QueueHunt;
import dev.malkoha.engine.model.RaceHunt;
import dev.malkoha.engine.model.WalkHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches through random histories find each of the bugs that safe deletes must not have. */
@Tag("hunt")
class DeletionBugTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        DeleteHunt.class,
        DeleteCrashHunt.class,
        RaceHunt.class,
        WalkHunt.class,
        QueueHunt.class
      })
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  static List<DeletionBug> bugs() {
    return Trials.sample(List.of(DeletionBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(DeletionBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
