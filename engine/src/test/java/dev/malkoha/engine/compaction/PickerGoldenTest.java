package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is picked from the shapes that {@code *.picks} draw is what they say. {@code
 * -Dmalkoha.rewrite=true} has them say what is picked now.
 */
final class PickerGoldenTest {

  private static final boolean REWRITE = Boolean.getBoolean("malkoha.rewrite");
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "src", "test", "resources")
          .resolve(Path.of("dev", "malkoha", "engine", "compaction"));
  private static final String TITLE = "== ";
  private static final int CASES_MIN = 60;

  /** Lines of a file from a title to the next one; the first part of a file has none. */
  private record Part(List<String> lines) {

    boolean isCase() {
      return !lines.isEmpty() && lines.getFirst().startsWith(TITLE);
    }

    String title() {
      return lines.getFirst().substring(TITLE.length());
    }

    List<String> answered() {
      List<String> answered = new ArrayList<>(lines.subList(0, 1));
      answered.addAll(PickerCase.answer(lines.subList(1, lines.size())));
      return answered;
    }
  }

  @TestFactory
  Stream<DynamicTest> picksAreAsDrawn() throws IOException {
    return files().stream()
        .flatMap(
            file ->
                parts(file).stream()
                    .filter(Part::isCase)
                    .map(part -> test(file.getFileName() + ": " + part.title(), part)));
  }

  private static DynamicTest test(String name, Part part) {
    return DynamicTest.dynamicTest(name, () -> check(name, part));
  }

  private static void check(String name, Part part) {
    List<String> now = part.answered();
    if (!now.equals(part.lines())) {
      fail(name + " (- as drawn, + now; see README.txt there)\n" + difference(part.lines(), now));
    }
  }

  /** Lines are never added nor left out, only answered otherwise. */
  private static String difference(List<String> drawn, List<String> now) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < drawn.size(); i++) {
      boolean same = drawn.get(i).equals(now.get(i));
      text.append(same ? "  " : "- ").append(drawn.get(i)).append('\n');
      if (!same) {
        text.append("+ ").append(now.get(i)).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void thereAreEnoughOfThem() throws IOException {
    long cases =
        files().stream().flatMap(file -> parts(file).stream()).filter(Part::isCase).count();
    assertTrue(cases >= CASES_MIN, cases + " cases");
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".picks")).sorted().toList();
    }
  }

  private static List<Part> parts(Path file) {
    try {
      List<Part> parts = parts(Files.readAllLines(file));
      if (REWRITE) {
        Files.write(file, parts.stream().flatMap(PickerGoldenTest::rewritten).toList());
        return parts(Files.readAllLines(file));
      }
      return parts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> rewritten(Part part) {
    return (part.isCase() ? part.answered() : part.lines()).stream();
  }

  private static List<Part> parts(List<String> lines) {
    List<Part> parts = new ArrayList<>(List.of(new Part(new ArrayList<>())));
    for (String line : lines) {
      if (line.startsWith(TITLE)) {
        parts.add(new Part(new ArrayList<>()));
      }
      parts.getLast().lines().add(line);
    }
    return parts;
  }
}
