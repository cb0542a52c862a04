package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every message of a {@link DbException} has its line in docs/troubleshooting.md. */
class TroubleshootingTest {

  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "malkoha", "engine");
  private static final Path PAGE = Path.of("..", "docs", "troubleshooting.md");
  private static final Pattern MADE =
      Pattern.compile(
          "new Db(Corruption|Format|Locked|NoSpace|NotFound|Sealed)Exception\\((.*?)\\);\\s",
          Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile("\"([^\"]+)\"");

  /** Fewer words of a message would be found anywhere. */
  private static final int SHORTEST = 7;

  @Test
  void eachMessageIsExplained() throws IOException {
    String page = Files.readString(PAGE);
    List<String> missing = new ArrayList<>();
    int found = 0;
    for (Path file : files()) {
      Matcher made = MADE.matcher(Files.readString(file));
      while (made.find()) {
        List<String> words = words(made.group(2));
        found += words.isEmpty() ? 0 : 1;
        if (!words.isEmpty() && words.stream().noneMatch(page::contains)) {
          missing.add(file.getFileName() + ": " + words);
        }
      }
    }
    assertTrue(found > 20, "messages found: " + found);
    assertEquals(List.of(), missing);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** The parts of a message that are the same for everybody, as the page quotes them. */
  private static List<String> words(String expression) {
    List<String> words = new ArrayList<>();
    Matcher literal = LITERAL.matcher(expression);
    while (literal.find()) {
      String text = literal.group(1).replaceAll("^[ :;,.%sd]+", "");
      int end = 0;
      while (end < text.length() && ":;,(%".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      String part = text.substring(0, end).strip();
      if (part.length() >= SHORTEST) {
        words.add(part);
      }
    }
    return words;
  }
}
