package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All lines go through one door, behind which no handler can hold up a store. */
final class StoreLogTest {

  private static final List<String> MODULES =
      List.of("codec", "filter", "storage", "wal", "sstable", "engine", "tools");

  @Test
  void nobodyElseHasALogger() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          if (Files.readString(file).contains("getLogger(")) {
            found.add(String.valueOf(file.getFileName()));
          }
        }
      }
    }
    assertEquals(List.of("StoreLog.java"), found);
  }
}
