package dev.malkoha.kafkabench.command;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Progress;
import dev.malkoha.cli.Terminal;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.restart.Restart;
import dev.malkoha.kafkabench.restart.RestartReport;
import dev.malkoha.kafkabench.restart.RestartRun;
import dev.malkoha.kafkabench.restart.RestartScale;
import dev.malkoha.kafkabench.restart.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka restart}: how soon an application is ready again after a kill. */
@Command(
    name = "restart",
    description = {
      "Measure how soon a Kafka Streams application is ready again after a kill.",
      "An application fills one store up to a size, is killed as kill -9 does while it holds records"
          + " that are not committed, and is started again over the same directory. Told are the"
          + " time from KafkaStreams.start() to RUNNING and the records restored; then every entry"
          + " is compared. Then it grows to the next size. About twenty minutes."
    })
final class KafkaRestartCommand implements Callable<Integer> {

  private static final Pattern SIZE = Pattern.compile("(\\d+)(kB|MB|GB)");

  private final Terminal terminal;

  @Mixin private RunOptions options = new RunOptions();

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      description = "Bytes of all values, as kB, MB or GB. Default: 100MB,1GB.")
  private List<String> sizes = List.of("100MB", "1GB");

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      description = "Bytes of each value. Default: ${DEFAULT-VALUE}.")
  private int valueBytes = 1000;

  @Option(
      names = "--stores",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which stores, of: malkoha, rocksdb, rocksdb-tuned; with -transactional after it,"
              + " enable.transactional.statestores=true. Default: malkoha and rocksdb, both so.")
  private List<String> stores = Variant.DEFAULT;

  @Option(
      names = "--guarantee",
      split = ",",
      paramLabel = "NAME",
      description = "Which guarantees. Default: at_least_once,exactly_once_v2.")
  private List<String> guarantees = List.of("at_least_once", "exactly_once_v2");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often all of it is done; the middle counts. Default: ${DEFAULT-VALUE}.")
  private int rounds = 1;

  @Option(names = "--chart", paramLabel = "FILE", description = "Draw a chart as PNG.")
  private @Nullable Path chart;

  KafkaRestartCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    RestartScale scale =
        new RestartScale(sizes.stream().map(KafkaRestartCommand::bytes).toList(), valueBytes);
    List<Variant> variants = stores.stream().map(Variant::of).toList();
    List<Restart> restarts = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (String guarantee : guarantees) {
        for (Variant variant : variants) {
          restarts.addAll(measure(scale, variant, guarantee));
          write(new RestartReport(restarts));
        }
      }
    }
    terminal.out.print(new RestartReport(restarts).text());
    return ExitCode.OK;
  }

  /** After each variant, so that a run that is broken off leaves what it has. */
  private void write(RestartReport report) throws IOException {
    options.write(Map.of(), report::json);
    if (chart != null) {
      OutputFile.write(chart, report.png());
    }
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException("no size: " + text + "; say 100MB or 1GB");
    }
    long unit =
        switch (size.group(2)) {
          case "kB" -> 1_000L;
          case "MB" -> 1_000_000L;
          default -> 1_000_000_000L;
        };
    return Math.multiplyExact(Long.parseLong(size.group(1)), unit);
  }

  private List<Restart> measure(RestartScale scale, Variant variant, String guarantee)
      throws IOException {
    String what = variant.label() + ", " + guarantee;
    long entries = scale.sizes().getLast() / valueBytes;
    try (Scratch scratch = options.scratch();
        Broker broker = Broker.start(scratch.directory("broker"), List.of());
        Progress.Task task = terminal.progress.start(what, entries)) {
      Path directory = scratch.directory("instances");
      return RestartRun.run(scale, variant, guarantee, broker, directory, List.of(), task);
    }
  }
}
