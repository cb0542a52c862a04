package dev.malkoha.engine.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.model.TransactionHunt;
import dev.malkoha.engine.model.WaitingCommitHunt;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The interleavings of transactions show each bug that transactions must not have.
 *
 * <p>{@code -Dmalkoha.histories=N} looks at more interleavings where there is no bug.
 */
@Tag("hunt")
class TransactionBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 1_000;
  private static final int SOUND_HISTORIES = Integer.getInteger("malkoha.histories", 10);

  @ParameterizedTest
  @ValueSource(classes = {TransactionHunt.class, WaitingCommitHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    LongPredicate sound = hunt(MutantEngine.compile(new Mutant(), directory), hunt.getName());
    assertFalse(LongStream.range(SEED, SEED + SOUND_HISTORIES).anyMatch(sound));
  }

  @ParameterizedTest
  @EnumSource(TransactionBug.class)
  void isFound(TransactionBug bug, @TempDir Path directory) throws Exception {
    LongPredicate mutant = hunt(MutantEngine.compile(bug.mutant(), directory), bug.hunt());
    assertTrue(
        LongStream.range(SEED, SEED + HISTORIES).anyMatch(mutant),
        "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
  }

  private static LongPredicate hunt(MutantEngine engine, String name)
      throws ReflectiveOperationException {
    return (LongPredicate) engine.loadClass(name).getConstructor().newInstance();
  }
}
