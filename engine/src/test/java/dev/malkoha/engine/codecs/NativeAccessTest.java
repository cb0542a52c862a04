package dev.malkoha.engine.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.Hashing;
import com.github.luben.zstd.Zstd;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Db;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.wal.Log;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;
import org.xerial.snappy.Snappy;

/**
 * What a store does in a process that may not load native code, or has not the library at all.
 *
 * <p>{@code -Dmalkoha.mebibytes=N} writes more than a few.
 */
@Tag("process")
class NativeAccessTest {

  private static final String MEBIBYTES = System.getProperty("malkoha.mebibytes", "4");
  private static final String DENIED = "--illegal-native-access=deny";
  private static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";

  @TempDir private Path scratch;

  /** What a program needs at least to use a store, by a class of each. */
  private static final List<Class<?>> NEEDED =
      List.of(
          Guest.class,
          Db.class,
          Codecs.class,
          Crc32c.class,
          Log.class,
          FileDisk.class,
          FilterPolicy.class,
          Hashing.class,
          RoaringBitmap.class);

  private static final List<Class<?>> NATIVE = List.of(Snappy.class, Zstd.class);

  private static String classPath(boolean withNative) {
    return Stream.concat(NEEDED.stream(), withNative ? NATIVE.stream() : Stream.of())
        .map(NativeAccessTest::place)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private String run(String rights, boolean withNative, Object... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(rights, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    command.add("-Djava.util.logging.config.file=none");
    command.addAll(List.of("-cp", classPath(withNative), Guest.class.getName(), path().toString()));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    List<String> lines = said.lines().toList();
    return lines.isEmpty() ? "" : lines.getLast();
  }

  private Path path() {
    return scratch.resolve("store");
  }

  @Test
  void theDefaultNeedsNoNativeCode() throws Exception {
    assertEquals("fine", run(DENIED, true, MEBIBYTES));
  }

  @Test
  void theDefaultNeedsNoNativeLibrary() throws Exception {
    assertEquals("fine", run(DENIED, false, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SNAPPY", "ZSTD"})
  void openRefusesWhatMayNotBeLoaded(String compression) throws Exception {
    assertRefused(run(DENIED, true, 1, compression), compression);
    assertFalse(Files.exists(path()), "nothing is made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SNAPPY", "ZSTD"})
  void openRefusesWhatIsNotThere(String compression) throws Exception {
    assertRefused(run(ALLOWED, false, 1, compression), compression);
    assertFalse(Files.exists(path()), "nothing is made");
  }

  @Test
  void openRefusesATableThatCannotBeRead() throws Exception {
    assertEquals("fine", run(ALLOWED, true, 1, "ZSTD"));
    List<String> before = files();
    assertRefused(run(DENIED, true, 1), "ZSTD");
    String said = run(DENIED, true, 1, "LZ4");
    assertRefused(said, "ZSTD");
    assertTrue(said.contains(".sst"), said);
    assertEquals(before, files());
    assertEquals("fine", run(ALLOWED, true, 1), "nothing is lost");
  }

  @Test
  void openRefusesAKeyspaceThatCouldNotBeWritten() throws Exception {
    assertRefused(run(DENIED, true, 1, "LZ4", "ZSTD"), "ZSTD");
    assertFalse(Files.exists(path()), "nothing is made");
    assertEquals("fine", run(ALLOWED, true, 1, "LZ4", "ZSTD"));
    List<String> before = files();
    assertRefused(run(DENIED, true, 1, "LZ4"), "ZSTD");
    assertEquals(before, files());
    assertEquals("fine", run(DENIED, true, 1, "LZ4", "LZ4"), "named with another one");
  }

  @Test
  void aRunningStoreRefusesAKeyspaceThatCouldNotBeWritten() throws Exception {
    assertEquals("fine", run(DENIED, true, 1, "LZ4", "ZSTD", "late"));
  }

  private static void assertRefused(String said, String compression) {
    assertTrue(said.startsWith("DbFormatException: "), said);
    assertTrue(said.contains("compression " + compression + " cannot be used here"), said);
    assertTrue(said.contains(ALLOWED), said);
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(path())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
