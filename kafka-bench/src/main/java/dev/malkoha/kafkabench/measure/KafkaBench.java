package dev.malkoha.kafkabench.measure;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.Progress;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.drive.DriveProcess;
import dev.malkoha.kafkabench.measure.KafkaResult.Value;
import dev.malkoha.kafkabench.process.ChildJava;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The benchmark: round by round and part by part the stores take turns, each in a new process. */
public final class KafkaBench {

  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final BenchScale scale;
  private final List<String> memory;
  private final long seed;
  private final Scratch scratch;
  private final Progress progress;

  /**
   * A benchmark that keeps its files in a scratch directory.
   *
   * @param heapMb the most heap of a process, in MiB
   */
  public KafkaBench(BenchScale scale, int heapMb, long seed, Scratch scratch, Progress progress) {
    this.scale = scale;
    this.memory = List.of("-Xmx" + heapMb + "m", "-XX:+UseSerialGC");
    this.seed = seed;
    this.scratch = scratch;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws IllegalStateException if a process fails; the message has what it said
   */
  public KafkaResult run(List<StoreKind> stores, List<Part> parts, int rounds) throws IOException {
    List<Value> values = new ArrayList<>();
    for (Part part : parts) {
      try (Progress.Task task = progress.start(part.label(), (long) rounds * stores.size());
          Topologies topologies = new Topologies(part, scale, memory, seed, scratch)) {
        for (int round = 0; round < rounds; round++) {
          for (StoreKind store : turns(stores, round)) {
            int of = round;
            Map<Figure, Double> figures =
                part == Part.TOPOLOGY ? topologies.measure(store) : driven(part, store);
            figures.forEach((f, value) -> values.add(new Value(part, store, of, f, value)));
            task.advance(1);
          }
        }
      }
    }
    return new KafkaResult(List.copyOf(values));
  }

  /** Another one begins in each round. */
  private static List<StoreKind> turns(List<StoreKind> stores, int round) {
    List<StoreKind> turns = new ArrayList<>(stores);
    Collections.rotate(turns, -round);
    return turns;
  }

  private Map<Figure, Double> driven(Part part, StoreKind store) throws IOException {
    Path directory = scratch.directory(part.label() + "-" + store.label());
    List<String> options = new ArrayList<>(memory);
    options.addAll(store.javaOptions());
    List<String> arguments =
        List.of(
            part.label(),
            store.label(),
            directory.resolve("state").toString(),
            Long.toString(scale.records(part)),
            Long.toString(seed));
    Map<Figure, Double> figures = new ConcurrentHashMap<>();
    ChildJava child =
        ChildJava.start(
            DriveProcess.class,
            options,
            arguments,
            directory.resolve("log"),
            line -> read(line, figures));
    if (!child.awaitEnd(LIMIT) || child.exitCode() != 0) {
      String said = child.describe();
      child.kill();
      throw new IllegalStateException(
          part.label() + " over " + store.label() + " could not be measured: " + said);
    }
    child.awaitLines();
    Scratch.delete(directory);
    return new EnumMap<>(figures);
  }

  private static void read(String line, Map<Figure, Double> figures) {
    String[] words = line.split(" ", -1);
    if (words.length == 3 && words[0].equals("figure")) {
      figures.put(Figure.valueOf(words[1]), Double.valueOf(words[2]));
    }
  }
}
