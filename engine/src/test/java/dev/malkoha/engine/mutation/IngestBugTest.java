package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.IngestBesideHunt;
import dev.malkoha.engine.crash.IngestCrashHunt;
import dev.malkoha.engine.model.IngestHunt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches with ingestions find each of the bugs that they must not have. */
@Tag("hunt")
class IngestBugTest {

  @ParameterizedTest
  @ValueSource(classes = {IngestHunt.class, IngestCrashHunt.class, IngestBesideHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  @ParameterizedTest
  @EnumSource(IngestBug.class)
  void isFound(IngestBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
