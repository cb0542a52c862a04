package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.BesideHunt;
import dev.malkoha.engine.beside.FullSpeedHunt;
import dev.malkoha.engine.beside.ReplacedHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The histories of a reader beside a writer show each bug that such a reader must not have. */
@Tag("hunt")
class BesideBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(BesideHunt.class, directory);
  }

  static List<Class<?>> otherHunts() {
    return Trials.sample(List.of(ReplacedHunt.class, FullSpeedHunt.class));
  }

  @ParameterizedTest
  @MethodSource("otherHunts")
  void nothingIsFoundThereEither(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory, 4);
  }

  static List<BesideBug> bugs() {
    return Trials.sample(List.of(BesideBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(BesideBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
