package dev.malkoha.bench.memory;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import dev.malkoha.bench.workload.KeptStore;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The runs on one filled store, one process after another. */
final class FillingRun {

  private static final TypeToken<List<KeptStore.Measured>> ANSWER = new TypeToken<>() {};

  private final MemoryPlan plan;
  private final Filling filling;
  private final Path directory;
  private final Progress progress;
  private final Consumer<MemoryRow> sink;
  private final LimitedJava java;
  private final Gson gson = new Gson();

  FillingRun(
      MemoryPlan plan,
      Filling filling,
      Path directory,
      Progress progress,
      Consumer<MemoryRow> sink) {
    this.plan = plan;
    this.filling = filling;
    this.directory = directory;
    this.progress = progress;
    this.sink = sink;
    this.java = new LimitedJava(GroupPlaces.ofThisProcess(), plan.limit());
  }

  /** Fills it, and says whether that went well. */
  boolean load() throws IOException {
    Order order = order(plan.workloads(filling.stage()).get(0), true, 1, 0);
    String phase = MemoryRow.LOAD + filling.stage().label();
    LimitedJava.Ended ended = process(order, phase);
    tell(ended, 0, phase, 0);
    return ended.failure().isEmpty();
  }

  /** Runs each workload once, and a cold start if keys are got at all. */
  void round(int round) throws IOException {
    for (Workload workload : plan.workloads(filling.stage())) {
      Order order = order(workload, false, plan.reads(), plan.warmReads());
      tell(process(order, workload.label()), 1, workload.label(), round);
    }
    if (plan.workloads(filling.stage()).contains(Workload.READRANDOM)) {
      Order order = order(Workload.READRANDOM, false, MemoryPlan.COLD_READS, 0);
      LimitedJava.Ended ended = process(order, MemoryRow.COLD_GET);
      tell(ended, 0, MemoryRow.COLD_OPEN, round);
      tell(ended, 1, MemoryRow.COLD_GET, round);
    }
  }

  private Order order(Workload workload, boolean load, int reads, int warmReads) {
    return new Order(
        filling.store(),
        directory.toString(),
        plan.parent().toString(),
        workload,
        load,
        filling.entries(),
        reads,
        warmReads,
        plan.threads(),
        plan.seed(),
        plan.budget(filling.store(), filling.stage(), filling.dataBytes()),
        plan.dropping());
  }

  private LimitedJava.Ended process(Order order, String phase) throws IOException {
    try (Progress.Task task = progress.start(filling.store().label() + " " + phase, 1)) {
      LimitedJava.Ended ended = java.run(LimitedProbe.class, order.budget().java(), order);
      task.advance(1);
      return ended;
    }
  }

  /** Tells one of the answers of a process, or that there is none. */
  private void tell(LimitedJava.Ended ended, int answer, String phase, int round) {
    KeptStore.Measured measured =
        ended.failure().isEmpty() ? gson.fromJson(ended.told(), ANSWER).get(answer) : null;
    sink.accept(
        new MemoryRow(
            filling.store(),
            filling.dataBytes(),
            phase,
            round,
            measured,
            ended.anonymousPeak(),
            ended.failure()));
  }
}
