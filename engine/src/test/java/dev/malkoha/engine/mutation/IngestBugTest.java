package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.IngestBesideHunt;
import dev.malkoha.engine.crash.IngestCrashHunt;
import dev.malkoha.engine.model.IngestHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches with ingestions find each of the bugs that they must not have. */
@Tag("hunt")
class IngestBugTest {

  @ParameterizedTest
  @ValueSource(classes = {IngestHunt.class, IngestCrashHunt.class, IngestBesideHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  static List<IngestBug> bugs() {
    return Trials.sample(List.of(IngestBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(IngestBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
