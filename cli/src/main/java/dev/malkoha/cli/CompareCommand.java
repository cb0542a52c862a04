package dev.malkoha.cli;

import dev.malkoha.bench.compare.Comparison;
import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.FileEntries;
import dev.malkoha.bench.compare.JdkClasses;
import dev.malkoha.bench.report.ComparisonPage;
import dev.malkoha.bench.report.ComparisonReport;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.store.StoreSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
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
      "Compare stores on the work that a class path does: load every class and resource of the",
      "running JDK, ask for every class in every module (almost two million misses), read every",
      "present one, scan all, remove a module and ask for it again. Every answer is checked."
    })
final class CompareCommand implements Callable<Integer> {

  private static final String PAGE = "index.html";

  private final Terminal terminal;

  @Mixin private MeasureOptions options = new MeasureOptions();
  @Mixin private Bytes bytes = new Bytes();

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
          "Write " + PAGE + " there: charts, tables and how it was measured, on one page.")
  private @Nullable Path report;

  @Option(
      names = "--cache-mb",
      paramLabel = "N",
      description =
          "Block cache of each store in the timed rounds, in MiB; block reads are counted without"
              + " one. Default: ${DEFAULT-VALUE}.")
  private int cacheMebibytes = (int) (ComparisonOptions.CACHE_BYTES >> 20);

  @Spec private @Nullable CommandSpec spec;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    StoreSettings settings = StoreSettings.withMebibytes(cacheMebibytes);
    ComparisonOptions how =
        new ComparisonOptions(
            options.stores(), options.rounds(), settings, options.seed(), options.parent());
    Dataset data = data();
    terminal.out.println(data.title());
    terminal.out.println("misses:  " + data.missTitle());
    terminal.out.println("removed: " + data.removedTitle());
    terminal.out.println();
    terminal.out.flush();
    terminal.tell("comparing; this takes a minute or two");
    ComparisonResult result = Comparison.run(data, how, terminal.progress);
    terminal.out.print(ComparisonReport.text(result));
    write(result, data, RunFacts.of(Arguments.of(spec), options, settings));
    return ExitCode.OK;
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

  private void write(ComparisonResult result, Dataset data, Map<String, String> facts)
      throws IOException {
    Path json = options.json();
    if (json != null) {
      OutputFile.write(json, ResultJson.of(result, facts));
    }
    if (report != null) {
      OutputFile.makeDirectory(report);
      Path page = report.resolve(PAGE);
      OutputFile.write(page, ComparisonPage.html(result, data, facts));
      terminal.tell("wrote " + page);
    }
  }
}
