package dev.malkoha.engine.api;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.history.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures, and prints, what it takes to open and close a snapshot while thousands of range deletes
 * wait for an older one. Run by its name alone: {@code -Dtest=SnapshotTimes}.
 */
class SnapshotTimes {

  private static final int RANGES = 4_000;
  private static final int ROUNDS = 200_000;
  private static final int OLD = 2_000;

  @TempDir private Path directory;

  @Test
  void openAndClose() {
    try (Db db = Db.open(directory, DbOptions.defaults())) {
      for (int i = 0; i < 10 * RANGES; i++) {
        db.put(key(i), new byte[100]);
      }
      db.flush();
      List<Snapshot> old = new ArrayList<>();
      for (int i = 0; i < OLD; i++) {
        db.put(key(i), new byte[1]);
        old.add(db.snapshot());
      }
      for (int i = 0; i < RANGES; i++) {
        db.deleteRange(key(10 * i), key(10 * i + 5));
      }
      db.flush();
      System.out.println(db.stats().count("range.deletes") + " range deletes wait");
      print("open and close, younger than the deletes", times(ROUNDS, () -> db.snapshot().close()));
      print("close, older than the deletes", times(OLD, () -> old.removeLast().close()));
    }
  }

  private static long[] times(int rounds, Runnable work) {
    long[] nanos = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      work.run();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private static void print(String what, long[] nanos) {
    int n = nanos.length;
    System.out.printf(
        "%s: %d times, median %.2f, p99 %.2f, p99.9 %.2f, longest %.1f us%n",
        what,
        n,
        nanos[n / 2] / 1e3,
        nanos[n - n / 100] / 1e3,
        nanos[n - n / 1000] / 1e3,
        nanos[n - 1] / 1e3);
  }

  private static byte[] key(int number) {
    return Bytes.of("key" + (100_000 + number)).array();
  }
}
