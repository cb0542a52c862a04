package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.KeyspaceCrashHunt;
import dev.malkoha.engine.model.KeyspaceHunt;
import dev.malkoha.engine.model.KeyspaceJobsHunt;
import dev.malkoha.engine.model.MomentHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches over several keyspaces find each of the bugs that keyspaces must not have. */
@Tag("hunt")
class KeyspaceBugTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        KeyspaceHunt.class,
        KeyspaceCrashHunt.class,
        KeyspaceJobsHunt.class,
        MomentHunt.class
      })
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  static List<KeyspaceBug> bugs() {
    return Trials.sample(List.of(KeyspaceBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(KeyspaceBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
