package dev.malkoha.bench.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.compare.SmallData;
import dev.malkoha.bench.report.DeletesReport;
import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of deletes whole, on the real stores and a small input. */
final class DeleteComparisonTest {

  private static final int ENTRIES = 1_200;
  private static final int STORES = StoreKind.COMPARED.size();
  private static final int ORDERS = DeleteOrder.values().length;

  private static DeletesOptions options(Path parent, int costEntries) {
    return new DeletesOptions(
        new ComparisonOptions(StoreKind.COMPARED, 1, StoreSettings.withMebibytes(8), 42, parent),
        costEntries);
  }

  /** Slow: each store is filled and emptied three times. */
  @Test
  @Tag("slow")
  void threeStoresDeleteInThreeOrdersAndTheirFiguresMakeSense(@TempDir Path parent)
      throws IOException {
    DeletesResult result =
        DeleteComparison.run(SmallData.of(ENTRIES), options(parent, 1_000), Progress.SILENT);

    assertEquals(STORES * ORDERS, result.deletions().size());
    assertEquals(STORES * ORDERS * (3 + 5 + 5), result.readings().size());
    assertEquals(STORES * ORDERS * Phase.values().length, result.states().size());
    assertEquals(STORES * 2, result.costs().size());
    for (StoreKind store : StoreKind.COMPARED) {
      for (DeleteOrder order : DeleteOrder.values()) {
        plausible(result, store, order);
      }
      assertTrue(result.cost(store, true).bytesWritten() > 10_000, store.label());
      assertTrue(result.cost(store, false).deletesPerSecond() > 0, store.label());
    }
    assertArrayEquals(new String[0], parent.toFile().list(), "scratch files are left");
    String text = DeletesReport.text(result);
    assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
  }

  private static void plausible(DeletesResult result, StoreKind store, DeleteOrder order) {
    String which = store.label() + " " + order.label();
    long deletes = result.deletion(store, order).deletes();
    assertEquals(order == DeleteOrder.QUEUE ? ENTRIES / 3 : ENTRIES / 2, deletes, which);
    assertTrue(result.deletion(store, order).perSecond() > 0, which);
    for (DeletesResult.Reading reading : result.readings()) {
      assertTrue(reading.microsPerOp() > 0 && reading.operations() > 0, reading.toString());
    }
    double reads = result.value(store, order, Phase.IDLE, Read.REMAINING, r -> r.blockReadsPerOp());
    assertEquals(1, reads, 0.1, which);
    assertTrue(result.spaceWithoutLogs(store, order) < 2, which);
    DeletesResult.State held = result.state(store, order, Phase.HELD);
    assertEquals(deletes, held.figures().get(DeleteFigure.TOMBSTONES), which);
    DeletesResult.State released = result.state(store, order, Phase.RELEASED);
    assertTrue(released.figures().getOrDefault(DeleteFigure.TOMBSTONES, 0L) <= 1, which);
    assertTrue(released.bytesWritten() > held.bytesWritten(), which);
  }

  @Test
  void optionsThatCannotBeAreRefused(@TempDir Path parent) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> options(parent, 99));

    assertTrue(String.valueOf(refused.getMessage()).contains("at least 100, not 99"));
  }
}
