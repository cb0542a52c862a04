package dev.malkoha.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The fuzzer goes on from the corpus for {@code -Dmalkoha.fuzz=} minutes a target and finds
 * nothing.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "malkoha.fuzz", matches = "[1-9][0-9]*")
class FuzzingTest {

  private static final Path WORK = Path.of(System.getProperty("basedir", "."), "target", "fuzz");

  @ParameterizedTest
  @EnumSource
  void nothingIsFound(Target target) throws Exception {
    String chosen = System.getProperty("malkoha.target", target.name());
    assumeTrue(chosen.equalsIgnoreCase(target.name()), "another target was chosen");
    FuzzRun run = new FuzzRun(target, WORK);
    int exitCode = run.start(60L * Long.getLong("malkoha.fuzz", 1));
    print(run.summary());
    assertEquals(0, exitCode, () -> "see " + run.log() + " and what is new in " + target.corpus());
  }

  @SuppressWarnings("SystemOut") // who waits for hours wants to see something
  private static void print(String line) {
    System.out.println(line);
  }
}
