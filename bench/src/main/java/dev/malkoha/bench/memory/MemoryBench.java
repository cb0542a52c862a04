package dev.malkoha.bench.memory;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads stores and runs workloads on them, each in a process of its own whose memory is limited.
 * Stores take turns, round by round; the page cache is dropped before each is opened.
 */
public final class MemoryBench {

  private final MemoryPlan plan;
  private final Progress progress;
  private final LimitedJava java;
  private final List<MemoryRow> rows = new ArrayList<>();

  private MemoryBench(MemoryPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.java = new LimitedJava(GroupPlaces.ofThisProcess(), plan.limit());
  }

  /**
   * Runs all of it. A store whose process is killed has a row that says so, and others go on.
   *
   * @throws IOException if memory cannot be limited here, or files cannot be written
   */
  public static List<MemoryRow> run(MemoryPlan plan, Progress progress) throws IOException {
    MemoryBench bench = new MemoryBench(plan, progress);
    try (Scratch scratch = Scratch.in(plan.parent())) {
      for (long data : plan.dataBytes()) {
        for (Stage stage : plan.stages()) {
          bench.stage(stage, data, new Shelf(plan.kept(), scratch));
        }
      }
    }
    return bench.rows;
  }

  /**
   * What is fixed for all of it, fact by fact.
   *
   * @throws IOException if memory cannot be limited here
   */
  public static Map<String, String> facts(MemoryPlan plan) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    try (MemoryGroup group = MemoryGroup.of(GroupPlaces.ofThisProcess(), plan.limit())) {
      facts.put("memory", ByteSize.mebibytes(plan.limit()) + ", " + group.describe());
    }
    facts.put("read_ahead_kb", ReadAhead.of(plan.kept().orElse(plan.parent())));
    facts.put(
        "page cache",
        PageCache.canBeDropped()
            ? "dropped before each store is opened"
            : "not dropped, as only root may: what is cached belongs to whoever read it first");
    facts.put("warm-up", "%,d operations before %,d".formatted(plan.warmReads(), plan.reads()));
    for (long data : plan.dataBytes()) {
      for (StoreKind store : plan.stores()) {
        facts.put(
            "%s, %.1f times".formatted(store.label(), data / (double) plan.limit()),
            plan.budget(store, plan.stages().get(0), data).describe());
      }
    }
    return facts;
  }

  private void stage(Stage stage, long data, Shelf shelf) throws IOException {
    List<StoreKind> loaded = new ArrayList<>();
    for (StoreKind store : plan.stores()) {
      if (load(store, stage, data, shelf)) {
        loaded.add(store);
      }
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      for (StoreKind store : loaded) {
        Path directory = shelf.directory(store, stage, stage.entries(data));
        run(store, stage, data, directory, round);
      }
      Collections.rotate(loaded, 1);
    }
    for (StoreKind store : plan.stores()) {
      shelf.clear(store, stage, stage.entries(data));
    }
  }

  private boolean load(StoreKind store, Stage stage, long data, Shelf shelf) throws IOException {
    int entries = stage.entries(data);
    if (shelf.holds(store, stage, entries)) {
      return true;
    }
    Path directory = shelf.make(store, stage, entries);
    Workload any = plan.workloads(stage).get(0);
    List<MemoryRow> row =
        process(order(store, any, data, directory, true, 1, 0), data, 0, MemoryRow.LOAD);
    boolean done = row.get(0).failure().isEmpty();
    if (done) {
      shelf.mark(store, stage, entries);
    }
    return done;
  }

  private void run(StoreKind store, Stage stage, long data, Path directory, int round)
      throws IOException {
    for (Workload workload : plan.workloads(stage)) {
      Order order = order(store, workload, data, directory, false, plan.reads(), plan.warmReads());
      process(order, data, round, "", workload.label());
    }
    if (plan.workloads(stage).contains(Workload.READRANDOM)) {
      Order cold =
          order(store, Workload.READRANDOM, data, directory, false, MemoryPlan.COLD_READS, 0);
      process(cold, data, round, MemoryRow.COLD_OPEN, MemoryRow.COLD_GET);
    }
  }

  private Order order(
      StoreKind store,
      Workload workload,
      long data,
      Path directory,
      boolean load,
      int reads,
      int warmReads) {
    return new Order(
        store,
        directory.toString(),
        plan.parent().toString(),
        workload,
        load,
        workload.stage().entries(data),
        reads,
        warmReads,
        plan.seed(),
        plan.budget(store, workload.stage(), data));
  }

  /** Has a process do it. Its answers get the given names; one without a name is left out. */
  private List<MemoryRow> process(Order order, long data, int round, String... names)
      throws IOException {
    String last = names[names.length - 1];
    LimitedJava.Ended ended;
    try (Progress.Task task = progress.start(order.store().label() + " " + last, 1)) {
      ended = java.run(order);
      task.advance(1);
    }
    List<MemoryRow> told = new ArrayList<>();
    for (int i = 0; i < ended.measured().size(); i++) {
      if (!names[i].isEmpty()) {
        told.add(
            new MemoryRow(
                order.store(),
                data,
                names[i],
                round,
                ended.measured().get(i),
                ended.anonymousPeak(),
                ""));
      }
    }
    if (!ended.failure().isEmpty()) {
      told.add(
          new MemoryRow(
              order.store(), data, last, round, null, ended.anonymousPeak(), ended.failure()));
    }
    rows.addAll(told);
    return told;
  }
}
