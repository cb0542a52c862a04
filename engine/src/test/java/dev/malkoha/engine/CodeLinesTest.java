package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The ceilings that ARCHITECTURE.md sets for the sizes of the store: what grows above one fails.
 */
class CodeLinesTest {

  private static final Path ROOT = Path.of("..");
  private static final Path ENGINE = sources("engine").resolve(Path.of("dev", "malkoha", "engine"));
  private static final Path PAGE = ROOT.resolve("ARCHITECTURE.md");

  /** The modules that a store consists of. */
  private static final List<String> STORE =
      List.of("codec", "filter", "storage", "wal", "sstable", "engine");

  /** The packages of the LSM-tree alone. */
  private static final List<String> CORE =
      List.of(
          "recovery",
          "jobs",
          "commit",
          "background",
          "mark",
          "tree",
          "deletion",
          "compaction",
          "read",
          "version",
          "memtable",
          "entry",
          "range",
          "resource",
          "observe");

  private static final Pattern CEILING =
      Pattern.compile("(?m)^\\| ([a-z, `]+) \\| ([\\d,]+) (code lines|types) \\|$");

  /** A text, which may look like a comment within, or a comment. */
  private static final Pattern TEXT_OR_COMMENT =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|(/\\*[\\s\\S]*?\\*/|//[^\\n]*)");

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^\\s*(?:[a-z-]+\\s+)*(?:class|interface|@interface|enum|record)\\s+\\w+");

  @Test
  void nothingIsAboveItsCeiling() throws IOException {
    Matcher told = CEILING.matcher(Files.readString(PAGE));
    int ceilings = 0;
    while (told.find()) {
      int most = Integer.parseInt(told.group(2).replace(",", ""));
      int size = size(told.group(1), told.group(3));
      String sizes = told.group(1) + ": " + size + " of at most " + most + " " + told.group(3);
      System.out.println(sizes);
      assertTrue(size <= most, sizes + ": take something out, see CONTRIBUTING.md");
      ceilings++;
    }
    assertEquals(5, ceilings, PAGE + " sets other ceilings than " + CEILING);
  }

  private static int size(String what, String unit) throws IOException {
    Pattern counted = unit.equals("types") ? TYPE : Pattern.compile("(?m)^.*\\S.*$");
    int size = 0;
    for (Path folder : folders(what)) {
      size += count(folder, counted);
    }
    return size;
  }

  private static List<Path> folders(String what) {
    return switch (what) {
      case "the engine" -> List.of(ENGINE);
      case "its core" -> CORE.stream().map(ENGINE::resolve).toList();
      case "`maps`" -> List.of(sources("maps"));
      case "`codec` to `engine`" -> STORE.stream().map(CodeLinesTest::sources).toList();
      default -> throw new AssertionError(PAGE + " sets a ceiling for " + what);
    };
  }

  private static Path sources(String module) {
    return ROOT.resolve(Path.of(module, "src", "main", "java"));
  }

  /** How often something is in the sources under a folder, without comments and texts. */
  private static int count(Path folder, Pattern counted) throws IOException {
    int count = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
        count += (int) counted.matcher(code(Files.readString(file))).results().count();
      }
    }
    return count;
  }

  private static String code(String source) {
    return TEXT_OR_COMMENT
        .matcher(source)
        .replaceAll(found -> found.group(1) == null ? Matcher.quoteReplacement(found.group()) : "");
  }
}
