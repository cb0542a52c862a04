package dev.malkoha.engine.mutation;

import dev.malkoha.engine.damage.OpenDamageHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damage under open stores shows each verification that is left out. */
@Tag("hunt")
class VerificationBugTest {

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(OpenDamageHunt.class, directory);
  }

  static List<VerificationBug> bugs() {
    return Trials.sample(List.of(VerificationBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(VerificationBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
