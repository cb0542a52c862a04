package dev.malkoha.bench.memory;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Loads stores and runs workloads on them, each in a process of its own whose memory is limited.
 * Stores take turns, round by round; the page cache is dropped before each is opened.
 */
public final class MemoryBench {

  private final MemoryPlan plan;
  private final Progress progress;
  private final Consumer<MemoryRow> sink;
  private final Shelf shelf;

  private MemoryBench(MemoryPlan plan, Progress progress, Consumer<MemoryRow> sink, Shelf shelf) {
    this.plan = plan;
    this.progress = progress;
    this.sink = sink;
    this.shelf = shelf;
  }

  /**
   * Runs all of it. A store whose process fails has a row that says so, and others go on.
   *
   * @param sink is told each row when its process has ended
   * @throws IOException if memory cannot be limited here, or files cannot be written
   */
  public static void run(MemoryPlan plan, Progress progress, Consumer<MemoryRow> sink)
      throws IOException {
    try (Scratch scratch = Scratch.in(plan.parent())) {
      MemoryBench bench = new MemoryBench(plan, progress, sink, new Shelf(plan.kept(), scratch));
      for (long data : plan.dataBytes()) {
        for (Stage stage : plan.stages()) {
          bench.stage(stage, data);
        }
      }
    }
  }

  private void stage(Stage stage, long data) throws IOException {
    List<Filling> fillings =
        plan.stores().stream().map(store -> new Filling(store, stage, data)).toList();
    List<FillingRun> loaded = new ArrayList<>();
    for (Filling filling : fillings) {
      FillingRun run = new FillingRun(plan, filling, shelf.directory(filling), progress, sink);
      if (shelf.holds(filling) || load(filling, run)) {
        loaded.add(run);
      }
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      for (FillingRun run : loaded) {
        run.round(round);
      }
      Collections.rotate(loaded, 1);
    }
    fillings.forEach(shelf::clear);
  }

  private boolean load(Filling filling, FillingRun run) throws IOException {
    shelf.prepare(filling);
    boolean done = run.load();
    if (done) {
      shelf.loaded(filling);
    }
    return done;
  }

  /**
   * What is fixed for all of it, fact by fact.
   *
   * @throws IOException if memory cannot be limited here
   */
  public static Map<String, String> facts(MemoryPlan plan) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    try (MemoryGroup group = MemoryGroup.of(GroupPlaces.ofThisProcess(), plan.limit())) {
      facts.put("memory limit", ByteSize.mebibytes(plan.limit()) + ", " + group.describe());
    }
    facts.put("read_ahead_kb", ReadAhead.of(plan.kept().orElse(plan.parent())));
    facts.put("page cache", PageCache.describe(plan.dropping()));
    facts.put(
        "reads",
        String.format(
            Locale.ROOT, "%,d, after %,d that do not count", plan.reads(), plan.warmReads()));
    for (long data : plan.dataBytes()) {
      for (StoreKind store : plan.stores()) {
        for (Stage stage : plan.stages()) {
          String name =
              String.format(
                  Locale.ROOT,
                  "%s %s, data %.1f times memory",
                  store.label(),
                  stage.label(),
                  plan.times(data));
          facts.put(name, plan.budget(store, stage, data).describe());
        }
      }
    }
    return facts;
  }
}
