package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The example that a page of the documentation shows.
 *
 * @param program its Java source
 * @param printed what it is said to print
 */
record ShownExample(String program, String printed) {

  private static final String JAVA = "```java\n";

  /** The first example of a page in docs. */
  static ShownExample of(String page) throws IOException {
    return allOf(page).get(0);
  }

  /** All examples of a page in docs, each a program and what it prints. */
  static List<ShownExample> allOf(String page) throws IOException {
    String text = Files.readString(Path.of("../docs").resolve(page), UTF_8);
    List<ShownExample> all = new ArrayList<>();
    for (int at = text.indexOf(JAVA); at >= 0; at = text.indexOf(JAVA, at + 1)) {
      String program = between(text.substring(at), JAVA, "```");
      String behind = text.substring(at + JAVA.length() + program.length() + 3);
      all.add(new ShownExample(program, between(behind, "```\n", "```")));
    }
    return all;
  }

  /** What a test's source has between its comments "example begins" and "example ends". */
  static String compiledIn(Class<?> test) throws IOException {
    String file = test.getName().replace('.', '/') + ".java";
    String source = Files.readString(Path.of("src/test/java").resolve(file), UTF_8);
    return between(source, "// example begins\n", "\n    // example ends").stripIndent() + "\n";
  }

  /** The text between two others. */
  static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }
}
