package dev.malkoha.engine.mutation;

import dev.malkoha.engine.checkpoint.CheckpointHunt;
import dev.malkoha.engine.checkpoint.CheckpointRaceHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The histories of checkpoints show each of the bugs that checkpoints must not have. */
@Tag("hunt")
class CheckpointBugTest {

  @ParameterizedTest
  @ValueSource(classes = {CheckpointHunt.class, CheckpointRaceHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  static List<CheckpointBug> bugs() {
    return Trials.sample(
        Arrays.stream(CheckpointBug.values())
            .filter(bug -> bug != CheckpointBug.END_READ_OUTSIDE_THE_COMMIT_LOCK)
            .toList());
  }

  @ParameterizedTest
  @MethodSource("bugs")
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
