package dev.malkoha.bench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

final class StoreKindTest {

  /** In a process of its own: in this one, other tests may have loaded RocksDB. */
  @Tag("process")
  @Test
  void rocksdbKnowsItsVersionBeforeItIsUsed(@TempDir Path directory) throws Exception {
    Path out = directory.resolve("out");
    String classPath =
        String.join(
            File.pathSeparator, home(getClass()), home(StoreKind.class), home(RocksDB.class));
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                StoreKindTest.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();

    assertTrue(child.waitFor() == 0, () -> text(out));
    assertTrue(text(out).strip().matches("RocksDB, .*, rocksdbjni \\d+\\.\\d+\\.\\d+"), text(out));
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Tells what RocksDB is. */
  public static void main(String[] arguments) {
    System.out.println(StoreKind.ROCKSDB.description());
  }
}
