package dev.malkoha.engine.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table for people: no zeros, sizes and times in a unit that fits, shares beside figures. */
final class StatsSummaryTest {

  private static final Pattern ZERO = Pattern.compile("(^|[ ,])0([ ,]|$)");

  private static byte[] key(int number) {
    return "key%06d".formatted(number).getBytes(UTF_8);
  }

  @Test
  void aStoreInUseHasALineForEachFigureAndNoZeros() {
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(64 << 10)
            .tableBytes(32 << 10)
            .recordLatencies(true)
            .build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      for (int i = 0; i < 5_000; i++) {
        db.put(key(i), new byte[50]);
      }
      for (int i = 0; i < 5_000; i += 2) {
        db.delete(key(i));
      }
      db.deleteRange(key(4_000), key(4_100));
      db.sync();
      for (int i = 0; i < 5_000; i++) {
        db.get(key(i));
        db.get(key(i + 10_000));
      }
      try (Snapshot snapshot = db.snapshot()) {
        assertArrayEquals(db.get(key(1)), snapshot.get(key(1)));
        String summary = db.stats().toString();
        List<String> lines = summary.lines().toList();
        assertTrue(lines.size() <= 60, summary);
        lines.forEach(line -> assertFalse(ZERO.matcher(line).find(), summary));
        for (String wanted :
            List.of(
                "level.tables L\\d +\\d+",
                "level.size L\\d +\\d+\\.\\d KiB",
                "filter.size .* KiB +1\\d\\.\\d bits a key",
                "filter.negatives .* \\d\\d\\.\\d % of filter.probes",
                "block.cache.hits .* % of block.cache.hits \\+ block.reads",
                "compaction.written .* % of user.written",
                "get.time .* timed +p50 .*, p99.9 .*, max .*",
                "snapshots.open +1")) {
          Pattern line = Pattern.compile(wanted);
          assertTrue(
              lines.stream().anyMatch(line.asPredicate()), wanted + " is not in\n" + summary);
        }
      }
    }
  }

  @Test
  void anEmptyStoreHasNextToNothing() {
    try (Db db = Db.inMemory()) {
      assertTrue(db.stats().toString().lines().count() < 10, db.stats()::toString);
    }
  }
}
