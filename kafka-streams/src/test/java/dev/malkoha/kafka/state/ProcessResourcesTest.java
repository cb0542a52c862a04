package dev.malkoha.kafka.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.filter.FilterPolicy;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.LogCaptureAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What all state stores of the process share, and what the configuration says of it. */
class ProcessResourcesTest {

  @TempDir private Path directory;

  @Test
  void allStoresShareOneAndTheLastOneEndsIt() {
    StoreConfig config = StoreConfig.of(Map.of(StoreConfig.MEMORY_BYTES, 4 << 20));
    ProcessResources first = ProcessResources.acquire(config);
    ProcessResources second = ProcessResources.acquire(config);
    assertSame(first, second);
    assertEquals(4 << 20, first.shared().memoryBytesMax());
    first.release();
    Db db = Db.open(directory, config.options(second));
    db.close();
    second.release();
    assertThrows(IllegalStateException.class, () -> Db.open(directory, config.options(first)));
    ProcessResources later = ProcessResources.acquire(config);
    assertNotSame(first, later);
    later.release();
  }

  @Test
  void aStoreThatAsksForOtherSizesIsTold() {
    ProcessResources first =
        ProcessResources.acquire(StoreConfig.of(Map.of(StoreConfig.MEMORY_BYTES, 4 << 20)));
    try (LogCaptureAppender log = LogCaptureAppender.createAndRegister(ProcessResources.class)) {
      ProcessResources second =
          ProcessResources.acquire(StoreConfig.of(Map.of(StoreConfig.MEMORY_BYTES, 8 << 20)));
      assertSame(first, second);
      assertTrue(log.getMessages().getFirst().contains("8388608"), log.getMessages().toString());
      ProcessResources third =
          ProcessResources.acquire(StoreConfig.of(Map.of(StoreConfig.MEMORY_BYTES, 8 << 20)));
      assertEquals(1, log.getMessages().size(), "warned again: " + log.getMessages());
      ProcessResources fourth =
          ProcessResources.acquire(StoreConfig.of(Map.of(StoreConfig.MEMORY_BYTES, 9 << 20)));
      assertEquals(2, log.getMessages().size(), log.getMessages().toString());
      second.release();
      third.release();
      fourth.release();
    }
    first.release();
  }

  @Test
  void allMayBeLeftOut() {
    StoreConfig config = StoreConfig.of(Map.of());
    assertEquals(2, config.threads());
    assertEquals(Compression.LZ4, config.compression());
    assertTrue(config.memoryBytes() <= 256 << 20);
    assertTrue(config.memoryBytes() <= Runtime.getRuntime().maxMemory() / 8);
  }

  @Test
  void valuesMayBeTexts() {
    StoreConfig config =
        StoreConfig.of(
            Map.of(
                StoreConfig.MEMORY_BYTES, " 4194304 ",
                StoreConfig.THREADS, "4",
                StoreConfig.FILTER, "bloom(10)",
                StoreConfig.COMPRESSION, "none"));
    assertEquals(
        new StoreConfig(4 << 20, 4, FilterPolicy.bloom(10), Compression.NONE).toString(),
        config.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "malkoha.memory.bytes, 4194303",
    "malkoha.memory.bytes, 1e9",
    "malkoha.threads, 0",
    "malkoha.threads, 65",
    "malkoha.filter, sieve(3)",
    "malkoha.compression, gzip"
  })
  void aValueOfNoUseIsNamed(String config, String value) {
    ConfigException refused =
        assertThrows(ConfigException.class, () -> StoreConfig.of(Map.of(config, value)));
    String said = String.valueOf(refused.getMessage());
    assertTrue(said.contains(config) && said.contains(value), said);
  }
}
