package dev.malkoha.kafkabench.restart;

import dev.malkoha.cli.Progress.Task;
import dev.malkoha.kafkabench.app.AppInstance;
import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.app.ValueTopology;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.input.Serdes;
import dev.malkoha.kafkabench.kill.Progress;
import dev.malkoha.kafkabench.kill.Sender;
import dev.malkoha.kafkabench.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;

/**
 * An application whose one store grows from size to size. At each it is killed in the middle of a
 * transaction, started again over the same directory, and its state compared.
 */
public final class RestartRun {

  private static final String APPLICATION = "restart";
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final long COMMIT_EVERY = 10_000;

  private final RestartScale scale;
  private final Variant variant;
  private final String guarantee;
  private final Broker broker;
  private final Path directory;
  private final AppInstance instance;
  private final Progress progress;
  private final Sender sender;
  private final List<Restart> restarts = new ArrayList<>();
  private long sent;

  private RestartRun(
      RestartScale scale,
      Variant variant,
      String guarantee,
      Broker broker,
      Path directory,
      List<String> javaOptions)
      throws IOException {
    this.scale = scale;
    this.variant = variant;
    this.guarantee = guarantee;
    this.broker = broker;
    this.directory = directory;
    Properties settings =
        variant.settings(broker.bootstrap(), APPLICATION, guarantee, scale.valueBytes());
    List<String> java = new ArrayList<>(variant.store().javaOptions());
    java.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    java.addAll(javaOptions);
    this.instance = AppInstance.in(directory, "instance", settings, java, 1);
    this.progress = new Progress(broker.admin(), APPLICATION);
    this.sender = new Sender(broker.bootstrap(), 1);
  }

  /**
   * Measures one variant.
   *
   * @param broker a broker without topics
   * @param directory an existing, empty directory for the instance's files
   * @param javaOptions more options for the instance
   * @param task told of each entry that is committed
   * @throws dev.malkoha.kafkabench.kill.WrongStateException if a state is not as it must be
   */
  public static List<Restart> run(
      RestartScale scale,
      Variant variant,
      String guarantee,
      Broker broker,
      Path directory,
      List<String> javaOptions,
      Task task)
      throws IOException {
    RestartRun run = new RestartRun(scale, variant, guarantee, broker, directory, javaOptions);
    try (AppInstance _ = run.instance;
        Sender _ = run.sender) {
      run.all(task);
    }
    return run.restarts;
  }

  private void all(Task task) throws IOException {
    broker.createTopics(1, List.of(Names.EVENTS));
    instance.start();
    await("the application", instance::running);
    instance.resume();
    long filled = 0;
    for (int step = 0; step < scale.sizes().size(); step++) {
      long size = scale.sizes().get(step);
      long entries = scale.entries(size);
      fill(filled, entries);
      task.advance(entries - filled);
      sendUncommitted(entries, step);
      restart(size, step);
      filled = entries + scale.half();
      commit();
      awaitCommitted();
    }
  }

  private void fill(long from, long to) {
    for (long index = from; index < to; index++) {
      send(index, 0);
      if (index % COMMIT_EVERY == 0) {
        commit();
      }
    }
    commit();
    awaitCommitted();
  }

  /** Entries are written over, others added, and a request is sent that does not commit. */
  private void sendUncommitted(long entries, int step) {
    for (long index = 0; index < scale.half(); index++) {
      send(index, step + 1L);
      send(entries + index, 0);
    }
    request(step + 1L);
    sender.flush();
  }

  private void commit() {
    request(ValueTopology.COMMIT);
    sender.flush();
  }

  private void request(long number) {
    sender.send(Names.EVENTS, number, sent++, null);
  }

  private void send(long index, long generation) {
    byte[] value = Serdes.number().serializer().serialize(Names.EVENTS, generation);
    sender.send(Names.EVENTS, index, sent++, value);
  }

  private void awaitCommitted() {
    await(sent + " committed records", () -> progress.committed() >= sent);
  }

  private void restart(long size, int step) throws IOException {
    await("all that is not committed", () -> instance.hasReached(step + 1L));
    instance.kill();
    // Otherwise the group's session timeout would be measured, which is 3 seconds for all.
    await("the end of the killed one's session", this::groupIsEmpty);
    long restored = instance.restoredRecords();
    int wipes = instance.wipes().size();
    instance.start();
    await("the restarted application", instance::running);
    long entries = scale.entries(size);
    check(entries, step);
    restarts.add(
        new Restart(
            variant.label(),
            guarantee,
            size,
            entries,
            2 * scale.half(),
            instance.millisToRunning(),
            instance.restoredRecords() - restored,
            instance.wipes().size() > wipes));
    instance.resume();
  }

  private boolean groupIsEmpty() throws InterruptedException, ExecutionException {
    return broker.admin().describeConsumerGroups(List.of(APPLICATION)).all().get().values().stream()
        .allMatch(group -> group.members().isEmpty());
  }

  private void check(long entries, int step) throws IOException {
    String context =
        "%s, %s, after a kill at %s entries".formatted(variant.label(), guarantee, entries);
    Path file = directory.resolve("stores");
    if (!instance.dump(file)) {
      throw new IllegalStateException(context + ": " + instance.describe());
    }
    boolean exactly = guarantee.startsWith("exactly_once");
    new Restored(entries, scale.half(), step, exactly).check(file, context);
    Files.delete(file);
  }

  private void await(String what, Await.Condition condition) {
    Await.until(
        what,
        LIMIT,
        instance::describe,
        () -> {
          // One that was killed is no failure.
          instance.check();
          return condition.holds();
        });
  }
}
