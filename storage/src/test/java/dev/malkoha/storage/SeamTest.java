package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule that the store's files are touched by this module alone, checked on the sources. */
final class SeamTest {

  private static final Pattern FILE_CLASSES =
      Pattern.compile(
          "\\b(\\w*FileChannel|FileLock|Files|RandomAccessFile|MappedByteBuffer|FileInputStream"
              + "|FileOutputStream|FileReader|FileWriter|FileSystems?|toFile\\(\\)"
              + "|java\\.io\\.File|java\\.(io|nio\\.channels|nio\\.file)\\.\\*)(?!\\w)");

  /** Comments, text blocks, strings, characters: places where a word names nothing. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'",
          Pattern.DOTALL);

  /** The bench and the command read their users' own files and are not checked. */
  @ParameterizedTest
  @ValueSource(strings = {"filter", "wal", "sstable", "engine"})
  void theModulesOfTheStoreTouchFilesThroughStorageAlone(String module) throws IOException {
    Path sources = root().resolve(module).resolve("src").resolve("main").resolve("java");
    List<Path> files;
    try (Stream<Path> tree = Files.walk(sources)) {
      files = tree.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertFalse(files.isEmpty(), "nothing found below " + sources);
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      for (String name : named(Files.readString(file))) {
        found.add(sources.relativize(file) + " names " + name);
      }
    }
    assertEquals(List.of(), found, "use dev.malkoha.storage.Directory");
  }

  private static Path root() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.isDirectory(module.resolve("storage")) ? module : module.resolveSibling("");
  }

  private static List<String> named(String source) {
    Matcher matcher = FILE_CLASSES.matcher(NO_CODE.matcher(source).replaceAll(" "));
    return matcher.results().map(result -> result.group(1)).toList();
  }

  @Test
  void theCheckSeesCodeAndNotWords() {
    assertEquals(List.of("Files"), named("x = Files.size(path);"));
    assertEquals(List.of("FileChannel"), named("import java.nio.channels.FileChannel;"));
    assertEquals(List.of("java.io.File"), named("private java.io.File file;"));
    assertEquals(List.of("java.io.*"), named("import java.io.*;"));
    assertEquals(List.of("toFile()"), named("path.toFile().delete()"));
    assertEquals(List.of("AsynchronousFileChannel"), named("AsynchronousFileChannel c;"));
    assertEquals(List.of(), named("/** Files are deleted. */ int a; // Files\n int FilesAtRest;"));
    assertEquals(
        List.of(), named("String s = \"Files \\\" Files\"; char c = '\"'; int obsoleteFiles;"));
    assertEquals(List.of("Files"), named("char c = '\"'; Files.size(p); char d = '\"';"));
    assertEquals(List.of(), named("import java.io.IOException; ReadableFile f;"));
  }
}
