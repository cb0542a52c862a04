package dev.malkoha.bench.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.report.BenchReport;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.Snappy;

/** The workloads on the real stores, small. */
final class BenchTest {

  private static BenchOptions options(
      List<StoreKind> stores, List<Workload> workloads, int threads, Path parent) {
    return new BenchOptions(
        stores, workloads, 2_000, 500, threads, 1, StoreSettings.withMebibytes(8), 42, parent);
  }

  /** Slow: some sixty workloads on each of seven stores. */
  @Test
  @Tag("slow")
  void allWorkloadsRunOnAllStores(@TempDir Path parent) throws IOException {
    List<StoreKind> stores = new ArrayList<>(StoreKind.USUAL);
    stores.add(StoreKind.ROCKSDB_C);
    BenchOptions options = options(stores, List.of(Workload.values()), 1, parent);

    BenchResult result = Bench.run(options, Progress.SILENT);

    for (StoreKind store : stores) {
      List<Workload> run = new ArrayList<>(List.of(Workload.values()));
      if (store != StoreKind.LMDB
          && store != StoreKind.ROCKSDB_C
          && !store.label().startsWith("malkoha")) {
        run.removeIf(Workload::inPlace);
      }
      if (store == StoreKind.LMDB || store == StoreKind.ROCKSDB_C) {
        run.removeIf(Workload::merges);
      }
      if (store != StoreKind.ROCKSDB && !store.label().startsWith("malkoha")) {
        run.removeIf(workload -> workload.stage() == Stage.AGING);
      }
      assertEquals(run, rows(result, store).stream().map(BenchResult.Row::workload).toList());
    }
    for (BenchResult.Row row : result.rows()) {
      assertTrue(row.microsPerOp() > 0, row.toString());
      assertTrue(row.entriesPerSecond() > 0, row.toString());
      assertTrue(row.workload().reads() || row.blockReadsPerOp() == 0, row.toString());
      checkRecording(row);
    }
    for (StoreKind store : StoreKind.LSM_TREES) {
      double reads = result.row(store, Workload.READRANDOM).orElseThrow().blockReadsPerOp();
      assertTrue(reads > 0 && reads <= 1, store.label());
    }
    assertArrayEquals(new String[0], parent.toFile().list());
  }

  @Test
  void withoutTimedRoundsTheOneThatRecordsIsAll(@TempDir Path parent) throws IOException {
    BenchOptions options =
        new BenchOptions(
            List.of(StoreKind.MALKOHA),
            List.of(Workload.FILLRANDOM, Workload.READRANDOM, Workload.OPENFIRST),
            2_000,
            500,
            1,
            0,
            StoreSettings.withMebibytes(8),
            42,
            parent);

    BenchResult result = Bench.run(options, Progress.SILENT);

    assertEquals(options.workloads(), result.rows().stream().map(r -> r.workload()).toList());
    for (BenchResult.Row row : result.rows()) {
      assertTrue(row.microsPerOp() > 0, row.toString());
      assertEquals(row.workload().reads(), Double.isNaN(row.blockReadsPerOp()), row.toString());
      assertTrue(row.latency().isPresent(), row.toString());
    }
    assertFalse(BenchReport.text(result).contains("blocks read"));
    assertFalse(ResultJson.of(result, Map.of()).contains("NaN"));
  }

  private static void checkRecording(BenchResult.Row row) {
    boolean atOnce =
        List.of(Workload.COUNT, Workload.FILLINGEST, Workload.FILLINGESTRANDOM, Workload.OPENFIRST)
            .contains(row.workload());
    assertEquals(!atOnce, row.latency().isPresent(), row.toString());
    row.latency()
        .ifPresent(
            took -> assertTrue(took.p50() > 0 && took.max() >= took.p9999(), row.toString()));
    assertEquals(row.workload().stage() != Stage.CLOSED, row.cost().isPresent());
    row.cost().ifPresent(cost -> checkCost(row, cost));
  }

  private static void checkCost(BenchResult.Row row, Cost cost) {
    assertTrue(cost.settledMicrosPerOp() > 0, row.toString());
    assertTrue(cost.bytesOnDisk() > 0, row.toString());
    assertEquals(row.workload().puts(), cost.bytesOnDiskPerUserByte() > 0, row.toString());
    assertTrue(cost.resident().anonymous() != 0, row.toString());
  }

  private static List<BenchResult.Row> rows(BenchResult result, StoreKind store) {
    return result.rows().stream().filter(row -> row.store() == store).toList();
  }

  @Test
  void threadsShareTheWork(@TempDir Path parent) throws IOException {
    List<Workload> workloads =
        List.of(Workload.OVERWRITE, Workload.READREVERSE, Workload.SCANAFTERDELETE);

    BenchResult result =
        Bench.run(options(List.of(StoreKind.MALKOHA), workloads, 3, parent), Progress.SILENT);

    assertEquals(workloads, result.rows().stream().map(BenchResult.Row::workload).toList());
  }

  @Test
  void aStoreThatLostAnEntryIsNoticed(@TempDir Path parent) {
    BenchOptions options =
        options(List.of(StoreKind.MALKOHA), List.of(Workload.READSEQ), 1, parent);
    int[] order = new int[options.entries()];
    Arrays.setAll(order, i -> i);
    try (Store store = StoreKind.MALKOHA.open(parent, options.settings())) {
      WriteRun.fill(store, order, 1);
      new WorkloadRun("malkoha", Workload.READSEQ, store, options, order).run();
      store.delete(BenchKey.present().of(1_000));
      for (Workload workload : List.of(Workload.READSEQ, Workload.READREVERSE)) {
        WorkloadRun run = new WorkloadRun("malkoha", workload, store, options, order);
        assertThrows(WrongAnswerException.class, run::run);
      }
      store.put(BenchKey.absent().of(77), new byte[1]);
      BenchOptions many =
          new BenchOptions(
              options.stores(),
              options.workloads(),
              2_000,
              20_000,
              1,
              1,
              options.settings(),
              42,
              parent);
      for (Workload workload :
          List.of(
              Workload.READRANDOM,
              Workload.READMISSING,
              Workload.READNEAR,
              Workload.GETINTO,
              Workload.MULTIGET,
              Workload.MULTIMISSING,
              Workload.MULTINEAR,
              Workload.SEEKRANDOM)) {
        WorkloadRun run = new WorkloadRun("malkoha", workload, store, many, order);
        assertThrows(WrongAnswerException.class, run::run);
      }
    }
  }

  @Test
  void keysAreThoseOfDbBench() {
    byte[] key = BenchKey.present().of(0x0102);

    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 1, 2, '0', '0', '0', '0', '0', '0', '0', '0'}, key);
    assertEquals(0x0102, BenchKey.number(key));
    assertTrue(Arrays.compareUnsigned(BenchKey.absent().of(5), BenchKey.present().of(5)) > 0);
    assertTrue(Arrays.compareUnsigned(BenchKey.absent().of(5), BenchKey.present().of(6)) < 0);
  }

  @Test
  void valuesCompressToAboutHalf() throws IOException {
    ValueSource values = new ValueSource(7);
    byte[] many = new byte[10_000];
    for (int i = 0; i < many.length; i += ValueSource.BYTES) {
      System.arraycopy(values.next(), 0, many, i, ValueSource.BYTES);
    }

    double ratio = (double) Snappy.compress(many).length / many.length;

    assertTrue(ratio > 0.45 && ratio < 0.65, "ratio " + ratio);
  }

  @Test
  void workloadsHaveTheirNames() {
    assertEquals(
        List.of(
            "fillseq",
            "fillrandom",
            "fillbatch",
            "fillbatchrandom",
            "fillingest",
            "fillingestrandom",
            "overwrite",
            "fillrandom2",
            "fillrandom8",
            "queue",
            "queuescan",
            "queueback",
            "queueheld",
            "queuefresh",
            "queuetx",
            "queuerare",
            "rangewrite",
            "rangeread",
            "readrandom",
            "readmissing",
            "readnear",
            "getinto",
            "readinplace",
            "multiget",
            "multimissing",
            "multinear",
            "multi64",
            "count",
            "readseq",
            "readreverse",
            "scaninplace",
            "seekrandom",
            "readwhilewriting",
            "deleterandom",
            "readdeleted",
            "scanafterdelete",
            "readbeyond",
            "seekbeyond",
            "ycsba",
            "ycsbb",
            "ycsbc",
            "ycsbf",
            "ycsbd",
            "ycsbe",
            "prefixloaded",
            "prefixscan",
            "prefixback",
            "prefixmissing",
            "mergerandom",
            "readmerged",
            "counter",
            "counterread",
            "counterupdate",
            "append",
            "readlists",
            "expire",
            "readexpired",
            "fill100",
            "read100",
            "scan100",
            "fill1k",
            "read1k",
            "scan1k",
            "fill16k",
            "read16k",
            "scan16k",
            "fill256k",
            "read256k",
            "scan256k",
            "fill1m",
            "read1m",
            "scan1m",
            "open",
            "openfirst"),
        Workload.labels());
    assertThrows(IllegalArgumentException.class, () -> Workload.of("fillsync"));
  }

  @Test
  void optionsThatCannotBeAreRefused(@TempDir Path parent) {
    List<StoreKind> stores = List.of(StoreKind.MALKOHA);
    StoreSettings settings = StoreSettings.withMebibytes(8);
    List<Workload> all = List.of(Workload.values());

    assertThrows(
        IllegalArgumentException.class,
        () -> new BenchOptions(stores, all, 0, 1, 1, 1, settings, 1, parent));
    assertThrows(
        IllegalArgumentException.class,
        () -> new BenchOptions(stores, all, 10, 1, 0, 1, settings, 1, parent));
    assertThrows(
        IllegalArgumentException.class,
        () -> new BenchOptions(stores, List.of(), 10, 1, 1, 1, settings, 1, parent));
  }
}
