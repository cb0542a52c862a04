package dev.malkoha.papers.command;

import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import dev.malkoha.papers.PaperPart;
import dev.malkoha.papers.Papers;
import dev.malkoha.papers.PapersOptions;
import dev.malkoha.papers.PapersReport;
import dev.malkoha.papers.PartResult;
import dev.malkoha.papers.Plot;
import dev.malkoha.papers.PlotImage;
import dev.malkoha.papers.Scale;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papers}: the cuckoo filter papers' tables and figures, run here. */
@Command(
    name = "papers",
    description = {
      "Reproduce the tables and figures of the cuckoo filter papers.",
      "Our numbers stand beside the published ones, as tables, CSV files, plots and one page. At"
          + " the papers' size, 192 MB a filter, this takes about a quarter of an hour."
    })
final class PapersCommand implements Callable<Integer> {

  private static final String PAGE = "papers.md";

  private final Terminal terminal;

  @Option(
      names = "--quick",
      description = "At a 64th of the size: a minute and a half, and all in the cache.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which, of: table2, table3, figure2 to figure8, login (the table of the article in"
              + " ';login:')."
              + " Default: all.")
  private List<String> only = PaperPart.labels();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where files go; made if it is not there. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("papers-results");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random key. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  @Spec private @Nullable CommandSpec spec;

  PapersCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    PapersOptions options =
        new PapersOptions(
            only.stream().map(PaperPart::of).collect(Collectors.toSet()),
            quick ? Scale.quick() : Scale.full(),
            seed);
    OutputFile.makeDirectory(out);
    Map<String, String> facts = facts();
    facts.forEach((name, value) -> terminal.out.println(name + ": " + value));
    terminal.out.println();
    terminal.out.flush();
    List<PartResult> results = Papers.run(options, terminal.progress, this::show);
    OutputFile.write(out.resolve(PAGE), PapersReport.page(results, facts));
    terminal.tell("wrote " + out.resolve(PAGE) + ", CSV files and plots");
    return ExitCode.OK;
  }

  private Map<String, String> facts() {
    Map<String, String> facts = RunFacts.of(Arguments.of(spec));
    facts.put("seed", Long.toString(seed));
    facts.put("speed", Papers.howSpeedIsMeasured());
    return facts;
  }

  private void show(PartResult result) throws IOException {
    terminal.out.print(PapersReport.text(result));
    terminal.out.flush();
    OutputFile.write(out.resolve(PapersReport.csvName(result)), PapersReport.csv(result));
    for (Plot plot : result.plots()) {
      draw(plot);
    }
  }

  /** A run of a quarter of an hour is not given up for a picture. */
  private void draw(Plot plot) throws IOException {
    byte[] image;
    try {
      image = PlotImage.png(plot);
    } catch (IOException e) {
      terminal.tell("malkoha: " + e.getMessage());
      return;
    }
    OutputFile.write(out.resolve(PapersReport.plotName(plot)), image);
  }
}
