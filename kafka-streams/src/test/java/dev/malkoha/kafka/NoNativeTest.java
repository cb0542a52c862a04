package dev.malkoha.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Db;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.wal.Log;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;

/**
 * An application with stores of all kinds needs neither RocksDB's jar nor any native library, and
 * may run in a process that is not allowed to load one.
 */
@EnabledOnOs(OS.LINUX)
class NoNativeTest {

  @TempDir private Path scratch;

  /** What such an application has on its class path, by a class of each jar. */
  private static final List<Class<?>> NEEDED =
      List.of(
          Guest.class,
          MalkohaStores.class,
          Db.class,
          Codecs.class,
          Crc32c.class,
          Log.class,
          FileDisk.class,
          FilterPolicy.class,
          Hashing.class,
          RoaringBitmap.class,
          KafkaStreams.class,
          KafkaProducer.class,
          TopologyTestDriver.class,
          ObjectMapper.class,
          JsonFactory.class,
          Logger.class);

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rocksDbIsNotEvenOnTheClassPath() {
    assertThrows(ClassNotFoundException.class, () -> Class.forName("org.rocksdb.RocksDB"));
  }

  @Tag("process")
  @Test
  void noNativeLibraryIsLoaded() throws Exception {
    String classPath =
        NEEDED.stream()
            .map(NoNativeTest::place)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--illegal-native-access=deny",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                classPath,
                Guest.class.getName(),
                scratch.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals("counted 3, libraries []", said.lines().toList().getLast());
  }
}
