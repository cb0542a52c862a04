package dev.malkoha.papers.command;

import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Progress;
import dev.malkoha.cli.Terminal;
import dev.malkoha.papers.filters.FilterComparison;
import dev.malkoha.papers.filters.FilterContender;
import dev.malkoha.papers.filters.FilterJson;
import dev.malkoha.papers.filters.FilterOptions;
import dev.malkoha.papers.filters.FilterReport;
import dev.malkoha.papers.filters.FilterResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code filters}: our filters beside those of other Java libraries. */
@Command(
    name = "filters",
    description = {
      "Compare our filters with those of Guava, fastfilter and setfilters.",
      "At about equal false-positive rates: size, rate, and the times to look up, to build and to"
          + " delete, by JMH, each in a Java process of its own. All of it takes about an hour,"
          + " --quick a minute and a half, on a machine that does nothing else."
    })
final class FiltersCommand implements Callable<Integer> {

  private static final List<Integer> KEYS = List.of(1_000_000, 10_000_000);
  private static final List<Integer> QUICK_KEYS = List.of(1_000_000);

  private final Terminal terminal;

  @Option(
      names = "--keys",
      split = ",",
      paramLabel = "N",
      description = "Keys in a filter. Default: 1000000,10000000; with --quick, 1000000.")
  private @Nullable List<Integer> keys;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which filters, by their names in the tables. Default: all; with --quick, some.")
  private @Nullable List<String> only;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Turns of each filter; the middle one counts. Default: 3; with --quick, 1.")
  private @Nullable Integer rounds;

  @Option(names = "--quick", description = "Short turns: enough to see the order of things.")
  private boolean quick;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "Gives an option to the measured Java processes; may be repeated.")
  private List<String> javaOptions = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results as JSON, those of each round.")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  FiltersCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    FilterOptions options = options();
    terminal.tell("comparing filters: each measurement is a Java process of its own");
    FilterResult result = FilterComparison.run(options, this::start);
    terminal.out.print(FilterReport.text(result));
    if (json != null) {
      OutputFile.write(
          json, FilterJson.of(result, RunFacts.of(Arguments.of(spec), options.describe())));
    }
    return ExitCode.OK;
  }

  private FilterOptions options() {
    return new FilterOptions(
        contenders(),
        keys != null ? keys : quick ? QUICK_KEYS : KEYS,
        rounds != null ? rounds : quick ? 1 : 3,
        quick ? FilterOptions.Effort.QUICK : FilterOptions.Effort.FULL,
        javaOptions);
  }

  private List<FilterContender> contenders() {
    if (only != null) {
      return only.stream().map(FilterContender::of).toList();
    }
    return quick ? FilterContender.few() : List.of(FilterContender.values());
  }

  /** Tells of each part; where standard error is no terminal, that is all that is seen of it. */
  private Progress.Task start(String part, long steps) {
    terminal.tell(String.format(Locale.ROOT, "%s (%,d)", part, steps));
    return terminal.progress.start(part, steps);
  }
}
