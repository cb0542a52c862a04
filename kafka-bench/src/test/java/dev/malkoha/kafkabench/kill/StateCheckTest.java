package dev.malkoha.kafkabench.kill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.input.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of states finds each way in which they can be wrong. */
final class StateCheckTest {

  @TempDir private Path directory = Path.of("");

  /** A store with keys a and b, and old, which has expired. */
  private static final Expected STORE =
      new Expected() {
        @Override
        public @Nullable String value(String key) {
          return Map.of("a", "1", "b", "2", "old", "0").get(key);
        }

        @Override
        public boolean mustBeThere(String key) {
          return !key.equals("old");
        }

        @Override
        public Stream<String> keys() {
          return Stream.of("a", "b");
        }
      };

  private Findings check(String... lines) throws IOException {
    Path file = Files.writeString(directory.resolve("dump"), String.join("\n", lines), UTF_8);
    return StateCheck.of(Map.of("s", STORE), 2, List.of(file));
  }

  @Test
  void theSameStatesAreFoundToBeTheSame() throws IOException {
    Findings whole = check("s\t0", "s\t0\ta\t1", "s\t1", "s\t1\tb\t2", "s\t1\told\t0");

    assertTrue(whole.none(), whole.toString());
    assertEquals(3, whole.compared());
    assertTrue(check("s\t0", "s\t0\ta\t1", "s\t1", "s\t1\tb\t2").none());
  }

  @Test
  void differencesAreTold() throws IOException {
    told("lacks b", "s\t0", "s\t0\ta\t1", "s\t1");
    told("never came", "s\t0", "s\t0\ta\t1", "s\t0\tc\t1", "s\t1", "s\t1\tb\t2");
    told("a = 7, not 1", "s\t0", "s\t0\ta\t7", "s\t1", "s\t1\tb\t2");
    told("old = 9, not 0", "s\t0", "s\t0\ta\t1", "s\t0\told\t9", "s\t1", "s\t1\tb\t2");
    told("a twice", "s\t0", "s\t0\ta\t1", "s\t1", "s\t1\tb\t2", "s\t1\ta\t1");
    told("no instance has partition 1", "s\t0", "s\t0\ta\t1", "s\t0\tb\t2");
    told("is there twice", "s\t0", "s\t0\ta\t1", "s\t0", "s\t1", "s\t1\tb\t2");
  }

  private void told(String what, String... lines) throws IOException {
    Findings findings = check(lines);

    assertFalse(findings.none());
    assertTrue(findings.toString().contains(what), findings.toString());
  }
}
