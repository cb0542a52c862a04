package dev.malkoha.kafkabench.kill;

import dev.malkoha.cli.Progress.Task;
import dev.malkoha.kafkabench.app.AppInstance;
import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.app.Settings;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.input.Chunk;
import dev.malkoha.kafkabench.input.Expected;
import dev.malkoha.kafkabench.input.Input;
import dev.malkoha.kafkabench.input.Model;
import dev.malkoha.kafkabench.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The application under kill -9: an input is sent chunk by chunk, never much more than has been
 * committed, while instances are killed and started again; then all states are compared.
 */
public final class KillRun {

  private static final int COMMIT_MILLIS = 100;
  private static final Duration TO_START = Duration.ofMinutes(2);
  private static final Duration TO_ADVANCE = Duration.ofMinutes(4);
  private static final Duration TO_SETTLE = Duration.ofMinutes(1);
  private static final String APPLICATION = "states";

  private final KillOptions options;
  private final Broker broker;
  private final Path directory;
  private final Instances instances;
  private final Killer killer;
  private final Progress progress;
  private final Input input;
  private final Model model;

  private KillRun(KillOptions options, Broker broker, Path directory) throws IOException {
    this.options = options;
    this.broker = broker;
    this.directory = directory;
    this.instances = instances(options, broker, directory);
    this.input = new Input(options.seed(), options.scale().records());
    this.model = new Model(options.scale().partitions());
    this.killer =
        new Killer(
            instances,
            options.kills(),
            input.events(),
            Duration.ofMillis(COMMIT_MILLIS),
            options.seed());
    this.progress = new Progress(broker.admin(), APPLICATION);
  }

  private static Instances instances(KillOptions options, Broker broker, Path directory)
      throws IOException {
    Properties common =
        Settings.common(
            broker.bootstrap(),
            APPLICATION,
            options.guarantee(),
            options.store(),
            options.standbys(),
            COMMIT_MILLIS);
    common.setProperty(
        StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, Boolean.toString(options.transactional()));
    List<String> java = new ArrayList<>(options.store().javaOptions());
    java.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    java.addAll(options.javaOptions());
    List<AppInstance> all = new ArrayList<>();
    for (int i = 0; i < options.scale().instances(); i++) {
      int partitions = options.scale().partitions();
      all.add(AppInstance.in(directory, "instance-" + i, common, java, partitions));
    }
    return new Instances(all);
  }

  /**
   * Runs it.
   *
   * @param broker a broker without the application's topics
   * @param directory an existing, empty directory for the instances' files
   * @param task told of each event that is committed
   * @throws WrongStateException if a state or an output is not as it must be
   * @throws IllegalStateException if an instance fails by itself or nothing moves any more
   */
  public static KillReport run(KillOptions options, Broker broker, Path directory, Task task)
      throws IOException {
    KillRun run = new KillRun(options, broker, directory);
    try {
      return run.run(task);
    } finally {
      run.instances.close();
    }
  }

  private KillReport run(Task task) throws IOException {
    broker.createTopics(options.scale().partitions(), Names.TOPICS);
    long begin = System.nanoTime();
    instances.startAll();
    sendAll(task);
    killer.revive();
    Findings states = settle();
    OutputCheck.Outcome output =
        OutputCheck.of(
            broker.bootstrap(),
            options.scale().partitions(),
            options.guarantee().startsWith("exactly_once"),
            model);
    refuse("an output", output.findings());
    return new KillReport(
        killer.kills(),
        instances.wipes(),
        instances.restoredRecords(),
        states.compared() + output.findings().compared(),
        output.windowsUnsent(),
        (System.nanoTime() - begin) / 1e9);
  }

  private void sendAll(Task task) {
    try (Sender sender = new Sender(broker.bootstrap(), options.scale().partitions())) {
      long events = send(sender, input.first());
      Await.until("all instances", TO_START, instances::describe, instances::allRunning);
      for (int chunk = 0; chunk < Input.CHUNKS; chunk++) {
        long before = events;
        events += send(sender, input.next());
        advance(before, task);
      }
      advance(events, task);
      events += send(sender, input.last());
      advance(events, task);
    }
  }

  private long send(Sender sender, Chunk chunk) {
    model.add(chunk);
    sender.send(chunk);
    return chunk.events().size();
  }

  /** Waits until so many events are committed, and kills meanwhile what is to be killed. */
  private void advance(long events, Task task) {
    long[] seen = {progress.last()};
    Await.until(
        events + " committed events",
        TO_ADVANCE,
        () -> progress.last() + " are committed; " + instances.describe(),
        () -> {
          instances.check();
          long committed = progress.committed();
          task.advance(committed - seen[0]);
          seen[0] = committed;
          killer.at(committed);
          return committed >= events;
        });
  }

  /** Waits until all stores are as the model says; what is still on its way comes soon. */
  private Findings settle() {
    Map<String, Expected> expected = StateCheck.expectations(model);
    Await.until(
        "all instances after the last kill", TO_SETTLE, instances::describe, instances::allRunning);
    long end = System.nanoTime() + TO_SETTLE.toNanos();
    Findings last = compare(expected);
    while (!last.none() && System.nanoTime() - end < 0) {
      last = compare(expected);
    }
    refuse("a state", last);
    return last;
  }

  private Findings compare(Map<String, Expected> expected) {
    instances.check();
    try {
      return StateCheck.of(expected, options.scale().partitions(), instances.dump(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void refuse(String what, Findings findings) {
    if (!findings.none()) {
      throw new WrongStateException(
          "%s is not as the model says (seed %s, %s, %s, %s kills): %s\n%s"
              .formatted(
                  what,
                  options.seed(),
                  options.store().label(),
                  options.guarantee(),
                  killer.kills(),
                  findings,
                  instances.describe()));
    }
  }
}
