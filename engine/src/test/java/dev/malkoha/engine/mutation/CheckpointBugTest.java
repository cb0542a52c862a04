package dev.malkoha.engine.mutation;

import dev.malkoha.engine.checkpoint.CheckpointHunt;
import dev.malkoha.engine.checkpoint.CheckpointRaceHunt;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The histories of checkpoints show each of the bugs that checkpoints must not have. */
@Tag("hunt")
class CheckpointBugTest {

  @ParameterizedTest
  @ValueSource(classes = {CheckpointHunt.class, CheckpointRaceHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  @ParameterizedTest
  @EnumSource(
      value = CheckpointBug.class,
      names = "END_READ_OUTSIDE_THE_COMMIT_LOCK",
      mode = EnumSource.Mode.EXCLUDE)
  void isFound(CheckpointBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }

  /** It takes two threads that meet by chance: {@code -Dmalkoha.races=true}. */
  @Test
  @EnabledIfSystemProperty(named = "malkoha.races", matches = "true")
  void isFoundByChance(@TempDir Path directory) throws Exception {
    BugSearch.checkFinds(CheckpointBug.END_READ_OUTSIDE_THE_COMMIT_LOCK, directory);
  }
}
