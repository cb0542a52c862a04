package dev.malkoha.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.state.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page docs/kafka-streams.md says what there is to configure and to see. */
class PageTest {

  @TempDir private Path directory;

  private static String page() throws IOException {
    return Files.readString(Path.of("..", "docs", "kafka-streams.md"));
  }

  @Test
  void theOneLineNamesTheClass() throws IOException {
    String line = "dsl.store.suppliers.class=" + MalkohaStoreSuppliers.class.getName();
    assertTrue(page().contains(line), line);
  }

  @Test
  void everyConfigurationHasALine() throws IOException {
    Set<String> told =
        Pattern.compile("(?m)^\\| `(malkoha[a-z.]+)` \\|")
            .matcher(page())
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            MalkohaStoreSuppliers.MEMORY_BYTES_CONFIG,
            MalkohaStoreSuppliers.THREADS_CONFIG,
            MalkohaStoreSuppliers.FILTER_CONFIG,
            MalkohaStoreSuppliers.COMPRESSION_CONFIG),
        told);
  }

  @Test
  void everyMetricOfAStoreIsNamed() throws IOException {
    Task task = new Task(directory);
    KeyValueStore<Bytes, byte[]> store = task.open(MalkohaStores.keyValueStore("kv").get());
    Set<String> there =
        task.context().metrics().metrics().keySet().stream()
            .filter(metric -> metric.tags().containsKey("malkoha-state-id"))
            .map(metric -> metric.name())
            .collect(Collectors.toCollection(TreeSet::new));
    store.close();
    String page = page();
    String told = page.substring(page.indexOf("Of those that RocksDB"), page.indexOf("The others"));
    Set<String> named =
        Pattern.compile("`([a-z-]+)`")
            .matcher(told)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(there, named);
  }
}
