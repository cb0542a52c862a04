package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.mutation.KnownSeeds;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search for crashes that lose data finds each of the bugs that are known to do so. */
@Tag("hunt")
class SeededBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 400;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void isFound(SeededBug bug) throws IOException {
    OptionalLong known = KnownSeeds.of(bug);
    if (known.isPresent() && shows(bug, known.getAsLong())) {
      return;
    }
    OptionalLong seed =
        LongStream.range(SEED, SEED + HISTORIES).filter(at -> shows(bug, at)).findFirst();
    assertTrue(seed.isPresent(), "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
    KnownSeeds.found(bug, seed.getAsLong());
  }

  private static boolean shows(SeededBug bug, long seed) {
    try {
      bug.explorer(seed).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
