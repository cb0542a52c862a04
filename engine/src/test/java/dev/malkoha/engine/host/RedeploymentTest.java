package dev.malkoha.engine.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Db;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.wal.Log;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** An application with stores ends while the server's threads go on: nothing of it stays. */
final class RedeploymentTest {

  private static final int SECONDS_MAX = 60;

  private static final List<String> MODULES =
      List.of("codec", "filter", "storage", "wal", "sstable", "engine", "tools");

  private static final Pattern THREAD_LOCAL = Pattern.compile("ThreadLocal<(.*?)> ");

  /** All that a program with a store needs, by a class of each. */
  private static final List<Class<?>> NEEDED =
      List.of(
          Server.class,
          Db.class,
          Codecs.class,
          Crc32c.class,
          Log.class,
          FileDisk.class,
          FilterPolicy.class,
          Hashing.class,
          RoaringBitmap.class);

  /** The machine itself holds some classes softly, so these references last no longer here. */
  @Tag("process")
  @Test
  void theClassesOfAnApplicationThatHasEndedGo(@TempDir Path directory) throws Exception {
    Path output = directory.resolve("output");
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Djava.util.logging.config.file=none",
                "-cp",
                NEEDED.stream()
                    .map(RedeploymentTest::place)
                    .distinct()
                    .collect(Collectors.joining(File.pathSeparator)),
                Server.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = server.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
    server.destroyForcibly();
    assertTrue(ended, "something holds the classes");
    assertEquals("gone", Files.readString(output).strip());
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a thread of a server holds leads to no class of ours. */
  @Test
  void threadsHoldNothingButArrays() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          Matcher matcher = THREAD_LOCAL.matcher(Files.readString(file));
          while (matcher.find()) {
            found.put(String.valueOf(file.getFileName()), matcher.group(1));
          }
        }
      }
    }
    assertEquals(Map.of("Callbacks.java", "int[]", "Lz4Packer.java", "short[]"), found);
  }
}
