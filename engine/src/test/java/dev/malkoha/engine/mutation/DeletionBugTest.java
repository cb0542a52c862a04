package dev.malkoha.engine.mutation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The searches through random histories find each of the bugs that safe deletes must not have. */
class DeletionBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 3_000;
  private static final int SOUND_HISTORIES = 20;

  @ParameterizedTest
  @EnumSource(DeletionBug.class)
  void isFound(DeletionBug bug, @TempDir Path directory) throws Exception {
    LongPredicate sound = hunt(MutantEngine.compile(new Mutant(), directory), bug);
    LongPredicate mutant = hunt(MutantEngine.compile(bug.mutant(), directory), bug);
    assertTrue(
        LongStream.range(SEED, SEED + HISTORIES).parallel().anyMatch(mutant),
        "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
  }

  private static LongPredicate hunt(MutantEngine engine, DeletionBug bug)
      throws ReflectiveOperationException {
    return (LongPredicate) engine.loadClass(bug.hunt()).getConstructor().newInstance();
  }
}
