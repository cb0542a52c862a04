package dev.malkoha.engine.mutation;

import dev.malkoha.engine.checkpoint.CheckpointHunt;
import dev.malkoha.engine.checkpoint.CheckpointRaceHunt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The histories of checkpoints show each of the bugs that checkpoints must not have. */
@Tag("hunt")
class CheckpointBugTest {

  private static final int SOUND_HISTORIES = 20;

  @ParameterizedTest
  @ValueSource(classes = {CheckpointHunt.class, CheckpointRaceHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory, SOUND_HISTORIES);
  }

  @ParameterizedTest
  @EnumSource(CheckpointBug.class)
  void isFound(CheckpointBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
