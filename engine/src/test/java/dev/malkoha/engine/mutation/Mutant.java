package dev.malkoha.engine.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The engine with a bug: some source files of it, its tables or its tools, each with passages
 * replaced.
 */
final class Mutant {

  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "malkoha", "engine");
  private static final Path TABLES =
      Path.of("..", "sstable", "src", "main", "java", "dev", "malkoha", "sstable");
  private static final Path TOOLS =
      Path.of("..", "tools", "src", "main", "java", "dev", "malkoha", "tools");

  private final Map<Path, String> files = new LinkedHashMap<>();

  /**
   * Replaces a passage. It must be in the file once: whoever changes the code learns here that a
   * bug has to be put in elsewhere.
   *
   * @param file under the engine's package, such as {@code deletion/Marks}
   */
  Mutant replace(String file, String passage, String by) {
    return replace(SOURCES.resolve(file + ".java"), passage, by);
  }

  /** Replaces a passage of the module of tables. */
  Mutant replaceOfTables(String file, String passage, String by) {
    return replace(TABLES.resolve(file + ".java"), passage, by);
  }

  /** Replaces a passage of the module of tools. */
  Mutant replaceOfTools(String file, String passage, String by) {
    return replace(TOOLS.resolve(file + ".java"), passage, by);
  }

  private Mutant replace(Path path, String passage, String by) {
    String text = files.computeIfAbsent(path, Mutant::read);
    int at = text.indexOf(passage);
    if (at < 0 || text.indexOf(passage, at + 1) >= 0) {
      throw new IllegalStateException(path + " does not hold just once: " + passage);
    }
    files.put(path, text.substring(0, at) + by + text.substring(at + passage.length()));
    return this;
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The files, by their path in the module. */
  Map<Path, String> files() {
    return files;
  }
}
