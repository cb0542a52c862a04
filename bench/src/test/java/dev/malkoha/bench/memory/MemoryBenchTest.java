package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.malkoha.bench.report.MemoryReport;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes with little memory, where this system lets us have them. */
final class MemoryBenchTest {

  private static final long LIMIT = 512L << 20;
  private static final long DATA = 1 << 18;

  @TempDir private Path parent;

  private MemoryPlan plan(List<Workload> workloads, Optional<Path> kept) {
    return new MemoryPlan(
        LIMIT,
        List.of(DATA),
        List.of(StoreKind.MALKOHA),
        workloads,
        1_000,
        100,
        1,
        1,
        42,
        0,
        parent,
        kept,
        false);
  }

  private static void assumeGroups() {
    try (MemoryGroup group = MemoryGroup.of(GroupPlaces.ofThisProcess(), LIMIT)) {
      group.kills();
    } catch (IOException e) {
      abort(e.getMessage());
    }
  }

  private static List<MemoryRow> run(MemoryPlan plan) throws IOException {
    List<MemoryRow> rows = new ArrayList<>();
    MemoryBench.run(plan, Progress.SILENT, rows::add);
    return rows;
  }

  @Test
  void aStoreIsLoadedAndReadAndKept() throws IOException {
    assumeGroups();
    MemoryPlan plan = plan(List.of(Workload.READRANDOM), Optional.of(parent));

    List<MemoryRow> first = run(plan);
    List<MemoryRow> second = run(plan);

    assertEquals(List.of("load filled", "readrandom", "coldopen", "coldget"), phases(first));
    assertEquals(List.of("readrandom", "coldopen", "coldget"), phases(second));
    for (MemoryRow row : first) {
      Measured measured = row.measured();
      assertNotNull(measured, row.failure());
      assertTrue(measured.microsPerOp() > 0 && measured.readBytes() >= 0, row.toString());
      assertTrue(row.anonymousPeak() > 0 && row.anonymousPeak() < LIMIT, row.toString());
    }
    assertTrue(MemoryReport.text(first, plan).contains("\nreadrandom"));
    assertTrue(
        MemoryBench.facts(plan).toString().contains("memory limit=512 MiB, cgroup version "));
  }

  @Test
  void aStoreThatNeedsMoreIsKilledAndSaysSo() throws IOException {
    assumeGroups();
    Order order =
        new Order(
            StoreKind.MALKOHA,
            parent.toString(),
            parent.toString(),
            Workload.READRANDOM,
            true,
            1_000,
            1,
            0,
            1,
            1,
            Budget.of(StoreKind.MALKOHA, LIMIT, 1_000, 0),
            false);

    LimitedJava.Ended ended =
        new LimitedJava(GroupPlaces.ofThisProcess(), 8 << 20)
            .run(LimitedProbe.class, order.budget().java(), order);

    assertEquals("", ended.told());
    assertEquals("killed: more memory than the limit", ended.failure());
  }

  @Test
  void storesAreSoakedWithinTheirMemory() throws IOException {
    assumeGroups();
    SoakPlan plan = SoakPlan.of(LIMIT, 3, 2_000, 2, 2, 42, parent.toString());

    Soak.Ended ended = Soak.run(plan);

    SoakResult result = ended.result();
    assertTrue(result.operations() > 0 && result.write().max() > 0, ended.text());
    assertEquals(0, result.wrong(), ended.text());
    assertTrue(ended.anonymousPeak() > 0 && ended.anonymousPeak() < LIMIT, ended.text());
    assertTrue(result.boundBytes() <= plan.cache() + plan.memTables(), ended.text());
    assertTrue(result.liveHeapPeak() <= plan.heap(), ended.text());
  }

  @Test
  void aLongRunOfNothingIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> SoakPlan.of(LIMIT, 0, 1_000, 1, 1, 42, "soak"));
    assertThrows(
        IllegalArgumentException.class, () -> SoakPlan.of(1 << 20, 1, 1_000, 1, 1, 42, "soak"));
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> plan(List.of(Workload.QUEUE), Optional.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () -> plan(List.of(Workload.DELETERANDOM), Optional.empty()));
    for (Workload workload : MemoryPlan.WORKLOADS) {
      assertTrue(workload.leavesKeys(), workload.label());
    }
    assertArrayEquals(new String[0], parent.toFile().list());
  }

  private static List<String> phases(List<MemoryRow> rows) {
    return rows.stream().map(MemoryRow::phase).toList();
  }
}
