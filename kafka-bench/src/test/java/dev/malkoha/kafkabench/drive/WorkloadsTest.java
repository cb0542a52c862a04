package dev.malkoha.kafkabench.drive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.measure.Part;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each workload runs over each store, small; the workloads themselves look at what they read. */
final class WorkloadsTest {

  private static final long RECORDS = 12_000;
  private static final int COMMIT_EVERY = 10_000;

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @EnumSource
  void allRun(StoreKind kind) {
    try (Drive drive = new Drive(kind, directory.resolve("windows"), 1, COMMIT_EVERY)) {
      assertTrue(new Workloads(drive, RECORDS).deduplication() > 0);
      assertTrue(drive.commits().p99Millis() > 0);
    }
    try (Drive drive = new Drive(kind, directory.resolve("others"), 2, COMMIT_EVERY)) {
      Workloads workloads = new Workloads(drive, RECORDS);
      assertTrue(workloads.aggregation() > 0);
      assertTrue(workloads.join() > 0);
      assertTrue(workloads.windows() > 0);
      assertTrue(workloads.sessions() > 0);
    }
    for (Part part :
        List.of(Part.RESTORE, Part.RESTORE_WINDOWS, Part.RESTORE_SESSIONS, Part.RESTORE_VERSIONS)) {
      try (Drive drive = new Drive(kind, directory.resolve(part.label()), 3, COMMIT_EVERY)) {
        assertTrue(new Restoring(drive, part, RECORDS).run() > 0);
      }
    }
    ManyStores stores = new ManyStores(3, 20);
    try (Drive drive = new Drive(kind, directory.resolve("stores"), 4, COMMIT_EVERY)) {
      stores.fill(drive);
    }
    try (Drive drive = new Drive(kind, directory.resolve("stores"), 4, COMMIT_EVERY)) {
      assertTrue(stores.open(drive) > 0);
    }
  }
}
