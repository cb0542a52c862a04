package dev.malkoha.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.report.ComparisonPage;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison whole, on the real stores and a small input. */
final class ComparisonTest {

  private static final int ENTRIES = 3_000;

  @Test
  void threeStoresDoAllStepsAndTheirFiguresMakeSense(@TempDir Path parent) throws IOException {
    ComparisonOptions options =
        new ComparisonOptions(StoreKind.COMPARED, 1, StoreSettings.withMebibytes(8), 42, parent);

    ComparisonResult result = Comparison.run(SmallData.of(ENTRIES), options, Progress.SILENT);

    assertEquals(Step.values().length * 3, result.rows().size());
    for (StoreKind store : StoreKind.COMPARED) {
      assertEquals(ENTRIES, result.row(store, Step.LOAD).operations());
      assertEquals(ENTRIES, result.row(store, Step.SCAN).operations());
      assertEquals(ENTRIES / 10, result.row(store, Step.REMOVED).operations());
      assertEquals(1, result.row(store, Step.HITS).blockReadsPerOp(), 0.01, store.label());
      assertTrue(result.row(store, Step.MISSES).blockReadsPerOp() < 0.05, store.label());
      assertTrue(result.row(store, Step.MISSES).microsPerOp() > 0, store.label());
    }
    for (ComparisonResult.Filling filling : result.stores()) {
      String store = filling.store().label();
      assertEquals(11.5, filling.filterBitsPerKey(), 3, store);
      assertTrue(filling.falsePositiveRate() < 0.03, store);
      assertTrue(filling.falsePositiveRate() > 0, store);
      assertTrue(filling.bytesOnDisk() > 50_000, store);
    }
    assertEquals(0, files(parent).length, "scratch files are left");
    String page = ComparisonPage.html(result, SmallData.of(ENTRIES), Map.of("java", "<25>"));
    assertTrue(page.contains("&lt;25&gt;"));
    assertTrue(page.contains("<rect class=\"malkoha-bloom\""));
    assertTrue(!page.contains("http") && !page.contains("<script"), "not self-contained");
  }

  private static String[] files(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? new String[0] : names;
  }

  @Test
  void aPlaceThatIsNotThereIsAnErrorThatSaysSo(@TempDir Path parent) throws IOException {
    Path missing = parent.resolve("missing");
    ComparisonOptions options =
        new ComparisonOptions(
            List.of(StoreKind.MALKOHA), 1, StoreSettings.withMebibytes(8), 42, missing);
    Dataset data = SmallData.of(10);

    IOException failure =
        assertThrows(IOException.class, () -> Comparison.run(data, options, Progress.SILENT));

    assertTrue(String.valueOf(failure.getMessage()).contains("is it there and writable?"));
  }

  @Test
  void optionsThatCannotBeAreRefused(@TempDir Path parent) {
    StoreSettings settings = StoreSettings.withMebibytes(8);
    List<StoreKind> twice = List.of(StoreKind.MALKOHA, StoreKind.MALKOHA);

    assertThrows(
        IllegalArgumentException.class,
        () -> new ComparisonOptions(twice, 1, settings, 42, parent));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ComparisonOptions(List.of(), 1, settings, 42, parent));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ComparisonOptions(List.of(StoreKind.MALKOHA), 0, settings, 42, parent));
    assertThrows(IllegalArgumentException.class, () -> StoreSettings.withMebibytes(0));
    assertThrows(IllegalArgumentException.class, () -> StoreKind.of("leveldb"));
  }

  @Test
  void theJdksMissesAreEachClassInEachModuleThatLacksIt() throws IOException {
    Dataset data = JdkClasses.read(42, Progress.SILENT);
    byte[][] chunk = new byte[1_000][];
    long misses = 0;
    KeyStream stream = data.misses();
    for (int count = stream.fill(chunk); count > 0; count = stream.fill(chunk)) {
      if (misses == 0) {
        assertTrue(Arrays.stream(chunk).allMatch(key -> new String(key, UTF_8).endsWith(".class")));
      }
      misses += count;
    }

    assertTrue(data.size() > 10_000, data.title());
    assertTrue(misses > 1_000_000, data.missTitle());
    assertEquals(data.operations(Step.MISSES), misses);
    assertTrue(data.removed().length > 1_000);
    assertEquals(data.size(), data.removed().length + data.kept().length);
    for (int index : data.removed()) {
      assertTrue(new String(data.key(index), UTF_8).startsWith("java.desktop/"));
    }
    for (int i = 1; i < data.size(); i++) {
      assertTrue(Arrays.compareUnsigned(data.key(i - 1), data.key(i)) < 0);
    }
  }
}
