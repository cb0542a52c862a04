package dev.malkoha.bench.command;

import dev.malkoha.bench.compare.Comparison;
import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.FileEntries;
import dev.malkoha.bench.compare.JdkClasses;
import dev.malkoha.bench.deletes.DeleteComparison;
import dev.malkoha.bench.deletes.DeletesOptions;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.expiry.Expiry;
import dev.malkoha.bench.expiry.ExpiryOptions;
import dev.malkoha.bench.expiry.ExpiryRow;
import dev.malkoha.bench.report.ComparisonPage;
import dev.malkoha.bench.report.ComparisonReport;
import dev.malkoha.bench.report.DeletesReport;
import dev.malkoha.bench.report.ExpiryReport;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.Bytes;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.InputFile;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare}: the main job, Malkoha beside itself with a Bloom filter and beside RocksDB. */
@Command(
    name = "compare",
    description = {
      "Compare stores on the work that a class path does, on deletes, or on entries that expire.",
      "Load every class and resource of the running JDK, ask for every class in every module"
          + " (almost two million misses), read every present one, scan all, remove a module and"
          + " ask for it again; or delete half, in three orders, and read before and after the"
          + " store is idle. Every answer is checked.",
      "Or watch stores of which nine entries in ten expire, at rest and beside a writer, until the"
          + " space is back."
    })
final class CompareCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private MeasureOptions options = new MeasureOptions();
  @Mixin private Bytes bytes = new Bytes();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "reads, deletes or expiry. Default: ${DEFAULT-VALUE}.")
  private String workload = "reads";

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "Compare on your own entries: a file as 'load' takes it, - for standard input.")
  private @Nullable String input;

  @Option(names = "--format", paramLabel = "FORMAT", description = "Of the input: tsv, csv, json.")
  private @Nullable String format;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Write "
              + OutputFile.PAGE
              + " there: charts, tables and how it was measured, on one page.")
  private @Nullable Path report;

  @Option(
      names = "--cache-mb",
      paramLabel = "N",
      description =
          "Block cache of each store in the timed rounds, in MiB; block reads are counted without"
              + " one. Default: ${DEFAULT-VALUE}.")
  private int cacheMebibytes = (int) (ComparisonOptions.CACHE_BYTES >> 20);

  @Option(
      names = "--entries",
      paramLabel = "N",
      description =
          "Entries of the stores on which --workload deletes measures what deletes cost to write."
              + " Default: "
              + DeletesOptions.COST_ENTRIES
              + "; of --workload expiry: "
              + ExpiryOptions.ENTRIES
              + ".")
  private @Nullable Integer entries;

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      description = "How long entries of --workload expiry live. Default: ${DEFAULT-VALUE}.")
  private int timeToLive = 40;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description =
          "How long --workload expiry watches a store once all of them have expired."
              + " Default: ${DEFAULT-VALUE}.")
  private int watched = 20;

  @Spec private @Nullable CommandSpec spec;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    CompareWorkload what = CompareWorkload.of(workload);
    StoreSettings settings = StoreSettings.withMebibytes(cacheMebibytes);
    boolean ages = what == CompareWorkload.EXPIRY;
    List<StoreKind> stores = options.stores(ages ? StoreKind.AGING : StoreKind.COMPARED);
    int rounds = ages ? options.rounds(1) : options.rounds();
    ComparisonOptions how =
        new ComparisonOptions(stores, rounds, settings, options.seed(), options.parent());
    Map<String, String> facts = RunFacts.of(Arguments.of(spec), stores, settings);
    switch (what) {
      case READS -> reads(how, facts);
      case DELETES ->
          deletes(
              new DeletesOptions(how, entries == null ? DeletesOptions.COST_ENTRIES : entries),
              facts);
      case EXPIRY -> expiry(how, facts);
    }
    return ExitCode.OK;
  }

  private void reads(ComparisonOptions how, Map<String, String> facts) throws IOException {
    Dataset data = data();
    tell(data.title(), "misses:  " + data.missTitle(), "removed: " + data.removedTitle());
    terminal.tell("comparing; this takes a minute or two");
    ComparisonResult result = Comparison.run(data, how, terminal.progress);
    terminal.out.print(ComparisonReport.text(result));
    writeJson(ResultJson.of(result, facts));
    if (report != null) {
      String page = ComparisonPage.html(result, data, facts);
      terminal.tell("wrote " + OutputFile.writePage(report, page));
    }
  }

  private void deletes(DeletesOptions how, Map<String, String> facts) throws IOException {
    refuseReport();
    facts.put("rocksdb deletes", StoreSettings.rocksdbDeletes());
    Dataset data = data();
    tell(
        data.title(), "misses:  " + data.missTitle(), "rocksdb: " + StoreSettings.rocksdbDeletes());
    terminal.tell("comparing; this takes several minutes");
    DeletesResult result = DeleteComparison.run(data, how, terminal.progress);
    terminal.out.print(DeletesReport.text(result));
    writeJson(ResultJson.of(result, facts));
  }

  private void expiry(ComparisonOptions how, Map<String, String> facts) throws IOException {
    refuseReport();
    ExpiryOptions aged =
        new ExpiryOptions(
            how,
            entries == null ? ExpiryOptions.ENTRIES : entries,
            Duration.ofSeconds(timeToLive),
            Duration.ofSeconds(watched));
    terminal.tell("watching stores; this takes a minute or two for each of them, twice");
    List<ExpiryRow> rows =
        Expiry.run(aged, terminal.progress, row -> terminal.tell(ExpiryReport.line(row)));
    terminal.out.print(ExpiryReport.text(rows));
    writeJson(ExpiryReport.json(rows, facts));
  }

  private void refuseReport() {
    if (report != null) {
      throw new IllegalArgumentException(
          "--report is for --workload reads; use --json for the others");
    }
  }

  private void tell(String... lines) {
    for (String line : lines) {
      terminal.out.println(line);
    }
    terminal.out.println();
    terminal.out.flush();
  }

  private Dataset data() throws IOException {
    if (input == null) {
      return JdkClasses.read(options.seed(), terminal.progress);
    }
    InputFile file = new InputFile(input, format, terminal);
    try (InputStream in = file.open()) {
      return FileEntries.read(in, file.format(), bytes.hex(), options.seed(), file::malformed);
    }
  }

  private void writeJson(String json) throws IOException {
    Path file = options.json();
    if (file != null) {
      OutputFile.write(file, json);
    }
  }
}
