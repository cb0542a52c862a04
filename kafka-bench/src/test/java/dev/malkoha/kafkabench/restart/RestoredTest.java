package dev.malkoha.kafkabench.restart;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.input.Stamped;
import dev.malkoha.kafkabench.kill.WrongStateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of four entries, of which the first is of generation 3 and is written over once more. */
final class RestoredTest {

  private static final Stamped UPDATED = new Stamped(0, 4);
  private static final Stamped ADDED = new Stamped(4, 0);

  @TempDir private Path directory;

  private static List<Stamped> committed() {
    return List.of(new Stamped(3, 0), new Stamped(0, 3), new Stamped(2, 0), new Stamped(1, 0));
  }

  private void check(boolean exactly, List<Stamped> state) throws Exception {
    List<String> lines =
        Stream.concat(
                Stream.of("values\t0"),
                state.stream().map(value -> "values\t0\t" + value.key() + "\t" + value))
            .toList();
    Path file = Files.write(directory.resolve("stores"), lines);
    new Restored(4, 1, 3, exactly).check(file, "a test");
  }

  private static List<Stamped> with(Stamped more, long without) {
    return Stream.concat(committed().stream().filter(v -> v.index() != without), Stream.of(more))
        .toList();
  }

  @Test
  void theCommittedStateIsRight() {
    assertDoesNotThrow(() -> check(true, committed()));
    assertDoesNotThrow(() -> check(false, committed()));
  }

  @Test
  void whatIsNotCommittedIsAllowedAtLeastOnceOnly() {
    for (List<Stamped> state : List.of(with(UPDATED, 0), with(ADDED, -1))) {
      assertDoesNotThrow(() -> check(false, state));
      assertThrows(WrongStateException.class, () -> check(true, state));
    }
  }

  @Test
  void allElseIsWrong() {
    for (Stamped other : List.of(new Stamped(0, 2), new Stamped(5, 0), new Stamped(4, 1))) {
      assertThrows(WrongStateException.class, () -> check(false, with(other, 0)));
    }
    List<Stamped> lacking = committed().subList(0, 3);
    WrongStateException missing =
        assertThrows(WrongStateException.class, () -> check(false, lacking));
    assertTrue(missing.toString().contains("entry 1 is missing"), missing.toString());
    WrongStateException twice =
        assertThrows(WrongStateException.class, () -> check(false, with(committed().get(0), -1)));
    assertTrue(twice.toString().contains("twice"), twice.toString());
  }
}
