package dev.malkoha.kafkabench.command;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.Progress;
import dev.malkoha.cli.Terminal;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.kill.KillOptions;
import dev.malkoha.kafkabench.kill.KillReport;
import dev.malkoha.kafkabench.kill.KillRun;
import dev.malkoha.kafkabench.kill.Scale;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka kill}: instances of an application are killed, and its states compared. */
@Command(
    name = "kill",
    description = {
      "Kill instances of a Kafka Streams application and compare its states.",
      "A broker is started from Kafka's jars, and instances of an application with aggregations,"
          + " joins, windows, suppression, sessions and deduplication. They are killed as kill -9"
          + " does, at random moments of the input's way. At the end every state must be what a"
          + " model computes from the input. About half an hour for each guarantee."
    })
final class KafkaKillCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin private RunOptions options = new RunOptions();

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Events in the input. Default: ${DEFAULT-VALUE}.")
  private long records = 5_000_000;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of each topic. Default: ${DEFAULT-VALUE}.")
  private int partitions = 6;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Processes of the application. Default: ${DEFAULT-VALUE}.")
  private int instances = 3;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "How often one of them is killed. Default: ${DEFAULT-VALUE}.")
  private int kills = 30;

  @Option(
      names = "--guarantee",
      split = ",",
      paramLabel = "NAME",
      description = "Which guarantees, one run for each. Default: at_least_once,exactly_once_v2.")
  private List<String> guarantees = List.of("at_least_once", "exactly_once_v2");

  @Option(
      names = "--transactional",
      description = "Have transactional state stores: enable.transactional.statestores=true.")
  private boolean transactional;

  @Option(
      names = "--standbys",
      paramLabel = "N",
      description = "How many more instances keep each state. Default: ${DEFAULT-VALUE}.")
  private int standbys = 1;

  @Option(
      names = "--store",
      paramLabel = "NAME",
      description = "What keeps the state: malkoha, rocksdb or rocksdb-tuned. Default: malkoha.")
  private String store = StoreKind.MALKOHA.label();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the input and of the kills. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  KafkaKillCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    JsonArray runs = new JsonArray();
    for (String guarantee : guarantees) {
      KillOptions wanted =
          new KillOptions(
              new Scale(records, partitions, instances),
              kills,
              guarantee,
              transactional,
              StoreKind.of(store),
              standbys,
              seed);
      KillReport report = run(wanted);
      terminal.out.print(report.text(wanted));
      terminal.out.flush();
      JsonObject result = new Gson().toJsonTree(report).getAsJsonObject();
      result.addProperty("guarantee", guarantee);
      result.addProperty("store", store);
      result.addProperty("transactional", transactional);
      runs.add(result);
    }
    JsonObject all = new JsonObject();
    all.add("runs", runs);
    options.write(Map.of(), facts -> ResultJson.text(all, facts));
    return ExitCode.OK;
  }

  private KillReport run(KillOptions wanted) throws IOException {
    terminal.tell(
        String.format(
            Locale.ROOT,
            "%s, %s: %,d records, %d kills",
            store,
            wanted.guarantee(),
            records,
            wanted.kills()));
    try (Scratch scratch = options.scratch();
        Broker broker = Broker.start(scratch.directory("broker"), wanted.javaOptions());
        Progress.Task task = terminal.progress.start(wanted.guarantee(), records)) {
      return KillRun.run(wanted, broker, scratch.directory("instances"), task);
    }
  }
}
