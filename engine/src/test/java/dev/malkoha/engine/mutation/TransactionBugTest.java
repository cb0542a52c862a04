package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.TransactionHunt;
import dev.malkoha.engine.model.WaitingCommitHunt;
import java.nio.file.Path;
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

  private static final int SOUND_HISTORIES = Integer.getInteger("malkoha.histories", 10);

  @ParameterizedTest
  @ValueSource(classes = {TransactionHunt.class, WaitingCommitHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory, SOUND_HISTORIES);
  }

  @ParameterizedTest
  @EnumSource(TransactionBug.class)
  void isFound(TransactionBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
