package dev.malkoha.engine.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.crash.DeleteCrashHunt;
import dev.malkoha.engine.model.DeleteHunt;
import dev.malkoha.engine.model.QueueHunt;
import dev.malkoha.engine.model.RaceHunt;
import dev.malkoha.engine.model.WalkHunt;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches through random histories find each of the bugs that safe deletes must not have. */
@Tag("hunt")
class DeletionBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 1_000;
  private static final int SOUND_HISTORIES = 100;

  /** Else what is found would be no bug, or one in the loading of classes. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        DeleteHunt.class,
        DeleteCrashHunt.class,
        RaceHunt.class,
        WalkHunt.class,
        QueueHunt.class
      })
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    LongPredicate sound = hunt(MutantEngine.compile(new Mutant(), directory), hunt.getName());
    assertFalse(LongStream.range(SEED, SEED + SOUND_HISTORIES).parallel().anyMatch(sound));
  }

  @ParameterizedTest
  @EnumSource(DeletionBug.class)
  void isFound(DeletionBug bug, @TempDir Path directory) throws Exception {
    LongPredicate mutant = hunt(MutantEngine.compile(bug.mutant(), directory), bug.hunt());
    assertTrue(
        LongStream.range(SEED, SEED + HISTORIES).parallel().anyMatch(mutant),
        "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
  }

  private static LongPredicate hunt(MutantEngine engine, String name)
      throws ReflectiveOperationException {
    return (LongPredicate) engine.loadClass(name).getConstructor().newInstance();
  }
}
