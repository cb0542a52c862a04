package dev.malkoha.bench.command;

import dev.malkoha.bench.growth.Growth;
import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.report.BenchPage;
import dev.malkoha.bench.report.BenchReport;
import dev.malkoha.bench.report.GrowthChart;
import dev.malkoha.bench.report.GrowthPage;
import dev.malkoha.bench.report.GrowthReport;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.Bench;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Curve;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.Counted;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench}: workloads of db_bench, of YCSB and others on several stores. */
@Command(
    name = "bench",
    description = {
      "Run workloads of db_bench, of YCSB and others on several stores in turns.",
      "Keys have 16 bytes, values 100 that compress to half, unless a workload has its own; the log"
          + " is on and not forced. Prints microseconds an operation and the ratio to rocksdb;"
          + " of a round of its own latencies by rank, bytes written, files and memory.",
      "db_bench: fillseq fillrandom fillbatch fillbatchrandom fillingest fillingestrandom overwrite"
          + " fillrandom2 fillrandom8 readrandom readmissing readnear getinto readinplace multiget"
          + " multimissing multinear count readseq readreverse scaninplace seekrandom"
          + " readwhilewriting deleterandom readdeleted scanafterdelete.",
      "A queue: queue queuescan queueback queueheld queuefresh queuetx queuerare.",
      "Range deletes among writes: rangewrite rangeread."
          + " Data three times the cache: readbeyond"
          + " seekbeyond. YCSB: ycsba to ycsbf, on half as many records of 1 KiB. Keys such as"
          + " user:00000370:field:03: prefixloaded prefixscan prefixback prefixmissing. Values of"
          + " 100 B to 1 MiB: fill, read and scan with 100, 1k, 16k, 256k or 1m behind it. A"
          + " closed store: open openfirst.",
      "Merges, on stores that have them: mergerandom readmerged counter counterread append"
          + " readlists; counterupdate on all. Entries that expire, likewise: expire readexpired.",
      "With --rounds 0 only the round of the latencies is run, and its times count though each"
          + " operation is timed by itself: for stores that take long to fill."
    })
final class BenchCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private MeasureOptions options = new MeasureOptions();
  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Which workloads. Default: all.")
  private @Nullable List<String> workloads;

  @Option(
      names = "--entries",
      paramLabel = "N",
      description = "Keys in a full store, and writes. Default: ${DEFAULT-VALUE}.")
  private int entries = 1_000_000;

  @Option(
      names = "--reads",
      paramLabel = "N",
      description = "Random reads and seeks. Default: as many as entries.")
  private @Nullable Integer reads;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that share the operations. Default: ${DEFAULT-VALUE}.")
  private int threads = 1;

  @Option(
      names = "--cache-mb",
      paramLabel = "N",
      description =
          "Block cache of each store in the timed rounds, in MiB; block reads are counted without"
              + " one. Default: ${DEFAULT-VALUE}.")
  private int cacheMebibytes = (int) (BenchOptions.CACHE_BYTES >> 20);

  @Option(
      names = "--values-apart",
      paramLabel = "BYTES",
      description =
          "Keep values of so many bytes or more in files of their own: Malkoha's value files,"
              + " RocksDB's blob files. Default: none.")
  private int valuesApart;

  @Option(
      names = "--snappy",
      description =
          "Have Malkoha pack its blocks by Snappy, as RocksDB does by default, in place of LZ4, its"
              + " own default.")
  private boolean snappy;

  @Option(
      names = "--growth",
      description =
          "Measure stores of growing size instead of workloads: two million entries, four, and so"
              + " on up to --entries; a fill, gets, misses, seeks, a scan, an opening, bytes written"
              + " and kept, and the heap. One round for each size.")
  private boolean growth;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Write the results there as a page of HTML, with the curves of --growth as PNG images;"
              + " with --memory only the curve of gets.")
  private @Nullable Path report;

  @Spec private @Nullable CommandSpec spec;

  BenchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (memory.given()) {
      refuse(growth || snappy, "--memory goes with neither --growth nor --snappy");
      return MemoryOptions.run(
          memory.plan(options, threads, workloads, entries, reads),
          Arguments.of(spec),
          options.json(),
          report,
          terminal);
    }
    StoreSettings settings =
        StoreSettings.withMebibytes(cacheMebibytes).withValuesApart(valuesApart).withSnappy(snappy);
    List<StoreKind> stores = options.stores(StoreKind.USUAL);
    BenchOptions how =
        new BenchOptions(
            stores,
            workloads == null
                ? List.of(Workload.values())
                : workloads.stream().map(Workload::of).toList(),
            entries,
            reads == null ? entries : reads,
            threads,
            options.rounds(),
            settings,
            options.seed(),
            options.parent());
    Map<String, String> facts = RunFacts.of(Arguments.of(spec), stores, settings);
    if (growth) {
      terminal.out.println(settings.describe() + "\n");
      grow(how, facts);
      return ExitCode.OK;
    }
    terminal.out.println(title(settings));
    terminal.out.flush();
    BenchResult result = Bench.run(how, terminal.progress);
    terminal.out.print(BenchReport.text(result));
    writeJson(ResultJson.of(result, facts));
    if (report != null) {
      String page = BenchPage.html(result, title(settings), facts);
      terminal.tell("wrote " + OutputFile.writePage(report, page));
    }
    return ExitCode.OK;
  }

  private static void refuse(boolean wrong, String why) {
    if (wrong) {
      throw new IllegalArgumentException(why);
    }
  }

  private String title(StoreSettings settings) {
    return String.format(
        Locale.ROOT,
        "%,d entries, %s, %s\n%s\n",
        entries,
        Counted.of(threads, "thread"),
        Counted.of(options.rounds(), "timed round"),
        settings.describe());
  }

  private void grow(BenchOptions how, Map<String, String> facts) throws IOException {
    terminal.out.flush();
    List<GrowthPoint> points = Growth.run(how, terminal.progress);
    terminal.out.print(GrowthReport.text(points));
    writeJson(GrowthReport.json(points, facts));
    if (report != null) {
      OutputFile.makeDirectory(report);
      Map<Curve, byte[]> images = new EnumMap<>(Curve.class);
      for (Curve curve : Curve.values()) {
        byte[] png = GrowthChart.png(points, curve);
        OutputFile.write(report.resolve("growth-" + curve.label() + ".png"), png);
        images.put(curve, png);
      }
      String page = GrowthPage.html(points, images, facts);
      terminal.tell("wrote " + OutputFile.writePage(report, page));
    }
  }

  private void writeJson(String json) throws IOException {
    Path file = options.json();
    if (file != null) {
      OutputFile.write(file, json);
    }
  }
}
