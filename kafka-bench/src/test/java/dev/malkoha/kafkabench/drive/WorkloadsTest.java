package dev.malkoha.kafkabench.drive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.app.StoreKind;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each workload runs over each store, small; the workloads themselves look at what they read. */
final class WorkloadsTest {

  private static final long RECORDS = 12_000;

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @EnumSource
  void allRun(StoreKind kind) {
    try (Drive drive = new Drive(kind, directory.resolve("windows"), 1)) {
      assertTrue(new Workloads(drive, RECORDS).deduplication() > 0);
      assertTrue(drive.commits().p99Millis() > 0);
    }
    try (Drive drive = new Drive(kind, directory.resolve("others"), 2)) {
      Workloads workloads = new Workloads(drive, RECORDS);
      assertTrue(workloads.aggregation() > 0);
      assertTrue(workloads.join() > 0);
      assertTrue(workloads.windows() > 0);
      assertTrue(workloads.sessions() > 0);
    }
    try (Drive drive = new Drive(kind, directory.resolve("restored"), 3)) {
      assertTrue(new Restoring(drive, RECORDS).run() > 0);
    }
  }
}
