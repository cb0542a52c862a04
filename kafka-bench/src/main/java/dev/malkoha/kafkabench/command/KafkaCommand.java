package dev.malkoha.kafkabench.command;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.Terminal;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.measure.BenchScale;
import dev.malkoha.kafkabench.measure.KafkaBench;
import dev.malkoha.kafkabench.measure.KafkaReport;
import dev.malkoha.kafkabench.measure.KafkaResult;
import dev.malkoha.kafkabench.measure.Part;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka}: Kafka Streams over several stores. */
@Command(
    name = "kafka",
    description = {
      "Compare stores under Kafka Streams: Malkoha and RocksDB.",
      "Processors' access to their stores without a broker, restoring, the memory of a hundred"
          + " stores, and a whole application on a broker that is started from Kafka's jars. Each"
          + " measurement is a Java process of its own, the stores take turns. All of it takes"
          + " about an hour, --quick some minutes."
    })
final class KafkaCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private RunOptions options = new RunOptions();

  @Option(names = "--quick", description = "Little data and one round: the order of things.")
  private boolean quick;

  @Option(
      names = "--stores",
      split = ",",
      paramLabel = "NAME",
      description = "Which stores, of: malkoha, rocksdb, rocksdb-tuned. Default: all.")
  private List<String> stores = StoreKind.labels();

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "NAME",
      description =
          "What is measured, of: deduplication, aggregation, join, windows, sessions, restore,"
              + " restore-windows, restore-sessions, restore-versions, stores, openings, topology."
              + " Default: all.")
  private List<String> parts = Part.labels();

  @Option(
      names = "--restored",
      paramLabel = "N",
      description = "Entries to restore. Default: 5,000,000; with --quick, 500,000.")
  private @Nullable Long restored;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Turns of each store; the middle one counts. Default: 3; with --quick, 1.")
  private @Nullable Integer rounds;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      description = "The most heap of each process, in MiB. Default: ${DEFAULT-VALUE}.")
  private int heapMb = 512;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all data. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  private KafkaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command with what is below it. */
  static CommandLine line(Terminal terminal) {
    return new CommandLine(new KafkaCommand(terminal))
        .addSubcommand(new KafkaKillCommand(terminal))
        .addSubcommand(new KafkaRestartCommand(terminal));
  }

  @Override
  public Integer call() throws IOException {
    if (restored != null && restored <= 0) {
      throw new IllegalArgumentException("--restored is to be at least 1, not " + restored);
    }
    BenchScale usual = quick ? BenchScale.QUICK : BenchScale.FULL;
    BenchScale scale = restored == null ? usual : usual.restoring(restored);
    int turns = rounds != null ? rounds : quick ? 1 : 3;
    try (Scratch scratch = options.scratch()) {
      KafkaResult result =
          new KafkaBench(scale, heapMb, seed, scratch, terminal.progress)
              .run(
                  stores.stream().map(StoreKind::of).toList(),
                  parts.stream().map(Part::of).toList(),
                  turns);
      terminal.out.print(KafkaReport.text(result));
      options.write(Map.of("scale", scale.toString()), facts -> KafkaReport.json(result, facts));
    }
    return ExitCode.OK;
  }
}
