package dev.malkoha.bench.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RocksDB by its C API is told what the Java binding tells it, and frees and throws what is due.
 */
final class RocksCStoreTest {

  private static final StoreSettings SETTINGS = StoreSettings.withMebibytes(8);
  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8};

  @TempDir private Path parent;

  static Stream<StoreSettings> settings() {
    return Stream.of(
        SETTINGS,
        SETTINGS.withCounters().withCache(0),
        SETTINGS.withPrefixes(3),
        SETTINGS.withValuesApart(1024).withWriteBuffer(1 << 20),
        SETTINGS.with(DeleteCare.TUNED),
        SETTINGS.with(MemoryCare.BOUNDED),
        SETTINGS.with(MemoryCare.DIRECT));
  }

  /** RocksDB writes down all that it was told: then both stores are the same one. */
  @ParameterizedTest
  @MethodSource("settings")
  void optionsAreThoseOfTheBinding(StoreSettings settings) throws IOException {
    assertEquals(options(StoreKind.ROCKSDB, settings), options(StoreKind.ROCKSDB_C, settings));
  }

  private List<String> options(StoreKind kind, StoreSettings settings) throws IOException {
    Path directory = Files.createDirectory(parent.resolve(kind.label()));
    kind.open(directory, settings).close();
    try (Stream<Path> files = Files.list(directory)) {
      Path file =
          files
              .filter(each -> each.getFileName().toString().startsWith("OPTIONS-"))
              .max(Path::compareTo)
              .orElseThrow();
      List<String> lines = Files.readAllLines(file);
      assertTrue(lines.contains("  format_version=6"), lines.toString());
      return lines;
    }
  }

  private static byte[] value(int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) length);
    return value;
  }

  @Test
  void valuesOfAllLengthsComeBack() {
    List<byte[]> keys = new ArrayList<>();
    try (Store store = StoreKind.ROCKSDB_C.open(parent, SETTINGS)) {
      for (int length : new int[] {0, 1, 4 << 10, (4 << 10) + 1, 100, 1 << 20}) {
        byte[] value = value(length);
        store.put(value(length % 1000), value);
        assertArrayEquals(value, store.get(value(length % 1000)));
        byte[] into = new byte[1 << 20];
        assertEquals(length, store.get(value(length % 1000), into));
        assertArrayEquals(value, Arrays.copyOf(into, length));
        keys.add(value(length % 1000));
      }
      keys.add(KEY);
      assertNull(store.get(KEY));
      assertEquals(-1, store.get(KEY, new byte[1]));
      for (int i = 0; i < keys.size(); i++) {
        assertArrayEquals(store.get(keys.get(i)), store.getAll(keys).get(i));
      }
    }
  }

  @Test
  void readsInPlaceShowTheFirstBytes() {
    try (Store store = StoreKind.ROCKSDB_C.open(parent, SETTINGS)) {
      store.put(KEY, new byte[] {(byte) 200, 1});
      InPlace reads = store.inPlace().orElseThrow();
      assertEquals(200, reads.firstByte(KEY));
      assertTrue(reads.firstByte(new byte[8]) < 0);
      List<Long> shown = new ArrayList<>();
      reads.scan((key, first) -> shown.addAll(List.of(key, (long) first)));
      assertEquals(List.of(0x0102030405060708L, 200L), shown);
    }
  }

  @Test
  void whatRocksdbSaysOfAnErrorIsThrown() {
    try (Store store = StoreKind.ROCKSDB_C.open(parent, SETTINGS)) {
      for (int times = 0; times < 2; times++) {
        IllegalStateException thrown =
            assertThrows(
                IllegalStateException.class, () -> StoreKind.ROCKSDB_C.open(parent, SETTINGS));
        assertTrue(String.valueOf(thrown.getMessage()).contains("LOCK"), thrown.toString());
      }
      store.put(KEY, KEY); // the error has been forgotten
      assertArrayEquals(KEY, store.get(KEY));
    }
  }

  @Test
  void aFunctionThatIsNotThereIsNamed() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> RocksCLibrary.call("rocksdb_lay_eggs", 1L));
    assertEquals("rocksdb-c: no function rocksdb_lay_eggs", thrown.getMessage());
  }
}
