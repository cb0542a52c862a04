package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The sizes of the engine and of its core that ARCHITECTURE.md tells: nobody misses their growth.
 */
class CodeLinesTest {

  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "malkoha", "engine");
  private static final Path PAGE = Path.of("..", "ARCHITECTURE.md");
  private static final int TOLERANCE = 300;

  /** The core's packages, but for those that only tell and only bound what others do. */
  private static final Set<String> CORE =
      Set.of(
          "recovery",
          "jobs",
          "commit",
          "background",
          "tree",
          "deletion",
          "compaction",
          "read",
          "version",
          "memtable",
          "entry",
          "range");

  private static final Pattern TOLD =
      Pattern.compile(
          "The engine has ([\\d,]+) code\\s+lines, and its core without `observe` and `resource`"
              + " ([\\d,]+):");

  /** A text, which may look like a comment within, or a comment. */
  private static final Pattern TEXT_OR_COMMENT =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|(/\\*[\\s\\S]*?\\*/|//[^\\n]*)");

  @Test
  void architectureTellsTheLinesThereAre() throws IOException {
    Matcher told = TOLD.matcher(Files.readString(PAGE));
    assertTrue(told.find(), PAGE + " does not say: " + TOLD);
    check("engine", lines(SOURCES), told.group(1));
    int core = 0;
    for (String name : CORE) {
      core += lines(SOURCES.resolve(name));
    }
    check("core", core, told.group(2));
  }

  private static void check(String what, int lines, String told) {
    System.out.println(what + ": " + lines + " code lines, " + PAGE + " says " + told);
    assertTrue(
        Math.abs(lines - Integer.parseInt(told.replace(",", ""))) <= TOLERANCE,
        "The %s has %d code lines, %s says %s: write the new number there, and see CONTRIBUTING.md"
            .formatted(what, lines, PAGE, told));
  }

  /** The lines of all sources under a folder, without blank ones and comments. */
  private static int lines(Path folder) throws IOException {
    int lines = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
        lines += codeLines(Files.readString(file));
      }
    }
    return lines;
  }

  private static int codeLines(String source) {
    String code =
        TEXT_OR_COMMENT
            .matcher(source)
            .replaceAll(
                found -> found.group(1) == null ? Matcher.quoteReplacement(found.group()) : "");
    return (int) code.lines().filter(line -> !line.isBlank()).count();
  }
}
