package dev.malkoha.bench.beside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.report.NativeTable;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Workload;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** db_bench is told what our stores are told, and what it prints is understood. */
final class DbBenchTest {

  /** As db_bench 7.8.3 prints it, the first benchmark alone. */
  private static final String OUTPUT =
      """
      RocksDB:    version 7.8.3
      WARNING: Assertions are enabled; benchmarks unnecessarily slow
      fillseq      :       2.539 micros/op 393697 ops/sec 0.254 seconds 100000 operations;   43.6 MB/s
      filluniquerandom : 3.1 micros/op 1 ops/sec 0.4 seconds 100000 operations;   43.6 MB/s
      waitforcompaction(/tmp/x): finished
      readrandom   :       2.396 micros/op 417029 ops/sec 0.240 seconds 100000 operations;   29.0 MB/s (%d of 100000 found)
      """;

  @TempDir Path directory;
  private Path stores;

  @BeforeEach
  void directories() throws IOException {
    stores = Files.createDirectory(directory.resolve("stores"));
  }

  private BenchOptions options(Workload... workloads) {
    return new BenchOptions(
        List.of(StoreKind.MALKOHA),
        List.of(workloads),
        3_000,
        700,
        1,
        1,
        StoreSettings.withMebibytes(24),
        42,
        stores);
  }

  private Path program(String output, int code) throws IOException {
    Files.writeString(directory.resolve("output"), output, UTF_8);
    Path program = directory.resolve("db_bench");
    Files.writeString(
        program,
        "#!/bin/sh\necho \"$@\" >>%s/told\ncat %s/output\nexit %d\n"
            .formatted(directory, directory, code),
        UTF_8);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  @Test
  void itIsToldWhatOurStoresAreTold() throws IOException {
    DbBench bench =
        new DbBench(
            program(OUTPUT.formatted(100_000), 0),
            options(
                Workload.OVERWRITE,
                Workload.READRANDOM,
                Workload.READWHILEWRITING,
                Workload.DELETERANDOM,
                Workload.YCSBA));

    bench.round();

    List<String> told = Files.readAllLines(directory.resolve("told"), UTF_8);
    assertEquals(3, told.size());
    String first = told.get(0) + " ";
    assertTrue(
        first.contains(
            "--benchmarks=fillrandom,overwrite,filluniquerandom,flush,waitforcompaction,readrandom"
                + " --use_existing_db=false"),
        first);
    for (String option :
        List.of(
            "num=3000",
            "reads=700",
            "cache_size=25165824",
            "write_buffer_size=67108864",
            "bloom_bits=10",
            "compression_type=snappy",
            "disable_wal=0",
            "sync=0",
            "benchmark_write_rate_limit=0")) {
      assertTrue(first.contains("--" + option + " "), option + " in " + first);
    }
    assertTrue(
        told.get(1)
            .contains(
                "--benchmarks=readwhilewriting --use_existing_db=true"
                    + " --benchmark_write_rate_limit=1160000"),
        told.get(1));
    assertTrue(told.get(2).contains("--benchmarks=deleterandom --use_existing_db=true"));
    assertArrayEquals(new String[0], stores.toFile().list());
  }

  @Test
  void whatItPrintsIsUnderstood() throws IOException {
    DbBench bench =
        new DbBench(
            program(OUTPUT.formatted(100_000), 0),
            options(Workload.READRANDOM, Workload.FILLRANDOM));

    bench.round();
    bench.round();

    NativeRows rows = bench.rows();
    assertEquals("7.8.3", rows.version());
    assertEquals(List.of("Assertions are enabled; benchmarks unnecessarily slow"), rows.warnings());
    assertEquals(
        Map.of(Workload.READRANDOM, 2.396), rows.microsPerOp(), "fillseq was not asked for");
  }

  @Test
  void readsThatFindLessAreNoneToCompareWith() throws IOException {
    DbBench bench = new DbBench(program(OUTPUT.formatted(63_212), 0), options(Workload.READRANDOM));

    assertThrows(IllegalStateException.class, bench::round);
  }

  @Test
  void aFailureIsTold() throws IOException {
    DbBench bench = new DbBench(program("", 3), options(Workload.READRANDOM));

    IllegalStateException e = assertThrows(IllegalStateException.class, bench::round);
    assertTrue(String.valueOf(e.getCause()).contains("exit code 3"), e.toString());
  }

  @Test
  void whereItIsMissingTheWayToInstallItIsTold() throws IOException {
    Path program = program("", 0);
    String path = stores + File.pathSeparator + directory;

    assertEquals(program, DbBench.onPath(path));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> DbBench.onPath(stores.toString()));
    assertTrue(e.toString().contains("apt install rocksdb-tools"), e.toString());
  }

  @Test
  void itsRowsStandBesideOurs() {
    BenchResult ours =
        new BenchResult(
            List.of(
                new BenchResult.Row(
                    StoreKind.MALKOHA, Workload.READSEQ, 0.1, 1e7, 0, Optional.empty())));
    NativeRows rows =
        new NativeRows(
            "7.8.3", List.of("slow"), Map.of(Workload.READSEQ, 0.45, Workload.FILLSEQ, 3.0));

    String text = NativeTable.text(ours, rows);

    assertTrue(text.contains("fillseq                      3.00\n"), text);
    assertTrue(text.contains("readseq     0.100  4.5x     0.450\n"), text);
    assertTrue(text.endsWith("db_bench says: slow\n"), text);
    String json = ResultJson.of(ours, rows, Map.of());
    assertTrue(json.contains("\"rocksdb\": \"7.8.3\""), json);
  }
}
