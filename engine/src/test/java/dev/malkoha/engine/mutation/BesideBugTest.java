package dev.malkoha.engine.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.beside.BesideHunt;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The histories of a reader beside a writer show each bug that such a reader must not have. */
@Tag("hunt")
class BesideBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 200;
  private static final int SOUND_HISTORIES = 20;

  @Test
  void nothingIsFoundWhereThereIsNoBug(@TempDir Path directory) throws Exception {
    LongPredicate sound = hunt(MutantEngine.compile(new Mutant(), directory));
    assertFalse(LongStream.range(SEED, SEED + SOUND_HISTORIES).anyMatch(sound));
  }

  @ParameterizedTest
  @EnumSource(BesideBug.class)
  void isFound(BesideBug bug, @TempDir Path directory) throws Exception {
    LongPredicate mutant = hunt(MutantEngine.compile(bug.mutant(), directory));
    assertTrue(
        LongStream.range(SEED, SEED + HISTORIES).anyMatch(mutant),
        "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
  }

  private static LongPredicate hunt(MutantEngine engine) throws ReflectiveOperationException {
    String name = BesideHunt.class.getName();
    return (LongPredicate) engine.loadClass(name).getConstructor().newInstance();
  }
}
