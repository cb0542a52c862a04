package dev.malkoha.bench.command;

import dev.malkoha.bench.report.BenchReport;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.Bench;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench}: db_bench's workloads on several stores. */
@Command(
    name = "bench",
    description = {
      "Run db_bench's workloads on several stores in turns.",
      "Keys have 16 bytes, values 100 that compress to half; the log is on and not forced. Prints"
          + " microseconds an operation and the ratio to rocksdb.",
      "Workloads: fillseq fillrandom fillbatch fillbatchrandom fillingest fillingestrandom overwrite"
          + " queue queuescan queueback queuesnapshot readrandom readmissing readnear getinto"
          + " multiget multimissing multinear count readseq readreverse seekrandom deleterandom"
          + " readdeleted scanafterdelete."
    })
final class BenchCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private MeasureOptions options = new MeasureOptions();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Which workloads. Default: all.")
  private List<String> workloads = Workload.labels();

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

  @Spec private @Nullable CommandSpec spec;

  BenchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    StoreSettings settings = StoreSettings.withMebibytes(cacheMebibytes);
    List<StoreKind> stores = options.stores(List.of(StoreKind.values()));
    BenchOptions how =
        new BenchOptions(
            stores,
            workloads.stream().map(Workload::of).toList(),
            entries,
            reads == null ? entries : reads,
            threads,
            options.rounds(),
            settings,
            options.seed(),
            options.parent());
    terminal.out.println(
        "%,d entries, %d thread%s, %d timed round%s\n%s\n"
            .formatted(
                entries,
                threads,
                threads == 1 ? "" : "s",
                options.rounds(),
                options.rounds() == 1 ? "" : "s",
                settings.describe()));
    terminal.out.flush();
    BenchResult result = Bench.run(how, terminal.progress);
    terminal.out.print(BenchReport.text(result));
    Path json = options.json();
    if (json != null) {
      OutputFile.write(
          json, ResultJson.of(result, RunFacts.of(Arguments.of(spec), stores, settings)));
    }
    return ExitCode.OK;
  }
}
