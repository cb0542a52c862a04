package dev.malkoha.kafkabench.measure;

import dev.malkoha.bench.Scratch;
import dev.malkoha.kafkabench.app.AppInstance;
import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.app.Settings;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.drive.ProcessFigures;
import dev.malkoha.kafkabench.input.Input;
import dev.malkoha.kafkabench.kill.Progress;
import dev.malkoha.kafkabench.kill.Sender;
import dev.malkoha.kafkabench.process.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The application in one process on a broker, which has all input before the process starts. */
final class Topologies implements AutoCloseable {

  private static final int PARTITIONS = 4;
  private static final int COMMIT_MILLIS = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final List<String> memory;
  private final Scratch scratch;
  private final @Nullable Broker broker;
  private long events;
  private int measured;

  /** For a part; only the one with the application starts a broker. */
  Topologies(Part part, BenchScale scale, List<String> memory, long seed, Scratch scratch)
      throws IOException {
    this.memory = memory;
    this.scratch = scratch;
    this.broker =
        part == Part.TOPOLOGY ? Broker.start(scratch.directory("broker"), List.of()) : null;
    if (broker != null) {
      broker.createTopics(PARTITIONS, Names.TOPICS);
      send(broker, new Input(seed, scale.sent()));
    }
  }

  private void send(Broker to, Input input) {
    try (Sender sender = new Sender(to.bootstrap(), PARTITIONS)) {
      sender.send(input.first());
      for (int chunk = 0; chunk < Input.CHUNKS; chunk++) {
        sender.send(input.next());
      }
      sender.send(input.last());
      events = input.events();
    }
  }

  /** Lets the application over a store process all of the input. */
  Map<Figure, Double> measure(StoreKind store) throws IOException {
    if (broker == null) {
      throw new IllegalStateException("this part has no broker");
    }
    String application = "bench-" + measured++;
    Path directory = scratch.directory(application);
    Properties common =
        Settings.common(broker.bootstrap(), application, "at_least_once", store, 0, COMMIT_MILLIS);
    List<String> java = new ArrayList<>(store.javaOptions());
    java.addAll(memory);
    Progress progress = new Progress(broker.admin(), application);
    try (AppInstance instance = AppInstance.in(directory, "instance", common, java, PARTITIONS)) {
      instance.start();
      await(instance, instance::running);
      long begin = System.nanoTime();
      long before = progress.committed();
      await(instance, () -> progress.committed() >= events);
      double seconds = (System.nanoTime() - begin) / 1e9;
      long pid = instance.process().pid();
      return Map.of(
          Figure.RECORDS_PER_SECOND, (events - before) / seconds,
          Figure.MEMORY, (double) ProcessFigures.anonymousBytes(pid),
          Figure.RESIDENT, (double) ProcessFigures.residentBytes(pid),
          Figure.WRITTEN, (double) ProcessFigures.writtenBytes(pid),
          Figure.DISK, (double) Scratch.bytesIn(instance.stateDirectory()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring " + store.label(), e);
    }
  }

  private static void await(AppInstance instance, Await.Condition condition) {
    Await.until(
        "the application",
        LIMIT,
        instance::describe,
        () -> {
          instance.check();
          return condition.holds();
        });
  }

  @Override
  public void close() {
    if (broker != null) {
      broker.close();
    }
  }
}
