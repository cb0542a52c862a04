package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.TransactionHunt;
import dev.malkoha.engine.model.WaitingCommitHunt;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The interleavings of transactions show each bug that transactions must not have. */
@Tag("hunt")
class TransactionBugTest {

  @ParameterizedTest
  @ValueSource(classes = {TransactionHunt.class, WaitingCommitHunt.class})
  void nothingIsFoundWhereThereIsNoBug(Class<?> hunt, @TempDir Path directory) throws Exception {
    BugSearch.checkFindsNothing(hunt, directory);
  }

  static List<TransactionBug> bugs() {
    return Trials.sample(List.of(TransactionBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(TransactionBug bug, @TempDir Path directory) throws Exception {
    BugSearch.checkFinds(bug, directory);
  }
}
