package dev.malkoha.bench.expiry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.AgedStore;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExpiryTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private static ExpiryOptions options(Path parent, int entries, Duration timeToLive) {
    List<StoreKind> stores = new ArrayList<>(StoreKind.AGING);
    stores.add(StoreKind.MVSTORE);
    ComparisonOptions how =
        new ComparisonOptions(stores, 1, StoreSettings.withMebibytes(8), 42, parent);
    return new ExpiryOptions(how, entries, timeToLive, SECOND);
  }

  /** Slow: each store is to let its entries expire, twice. */
  @Test
  @Tag("slow")
  void eachStoreIsWatchedAtRestAndBesideAWriter(@TempDir Path parent) throws IOException {
    List<ExpiryRow> told = new ArrayList<>();
    List<ExpiryRow> rows = Expiry.run(options(parent, 20_000, SECOND), Progress.SILENT, told::add);

    assertEquals(10, rows.size());
    assertEquals(told, rows);
    for (ExpiryRow row : rows) {
      assertEquals(row.store() != StoreKind.MVSTORE, row.course().isPresent(), row.toString());
      row.course().ifPresent(course -> check(row, course));
    }
    assertArrayEquals(new String[0], parent.toFile().list());
  }

  private static void check(ExpiryRow row, AgedStore.Course course) {
    assertTrue(course.fullBytes() > 0, row.toString());
    assertTrue(course.end().seconds() >= 1, row.toString());
    assertTrue(row.store() != StoreKind.MALKOHA || course.expiredSeen() == 0, row.toString());
    assertEquals(course.back().isEmpty(), course.compacted().isPresent(), row.toString());
    if (!row.writing()) {
      course.back().ifPresent(back -> assertTrue(back.bytesOnDisk() < course.fullBytes()));
    }
    course.compacted().ifPresent(all -> assertTrue(all.bytesOnDisk() > 0, row.toString()));
  }

  @Test
  void optionsThatCannotBeAreRefused(@TempDir Path parent) {
    assertThrows(IllegalArgumentException.class, () -> options(parent, 99, SECOND));
    assertThrows(
        IllegalArgumentException.class, () -> options(parent, 100, Duration.ofMillis(999)));
  }
}
