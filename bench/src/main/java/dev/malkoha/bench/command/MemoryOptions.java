package dev.malkoha.bench.command;

import dev.malkoha.bench.memory.ByteSize;
import dev.malkoha.bench.memory.MemoryBench;
import dev.malkoha.bench.memory.MemoryPlan;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.report.MemoryChart;
import dev.malkoha.bench.report.MemoryReport;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a run whose stores have little memory, and the run. */
final class MemoryOptions {

  private static final int READS = 50_000;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Limit the memory of each store's process, page cache included, to a size such as 1g or"
              + " 400m: by a cgroup of its own, for which this must be root, or one that is there."
              + " Prints bytes read and written on the device and major faults beside times.")
  private @Nullable String memory;

  @Option(
      names = "--times",
      split = ",",
      paramLabel = "N",
      description =
          "With --memory: data of so many times the limit, instead of --entries. Several, such as"
              + " 0.5,1,2,4,10, give the curve of a get's time.")
  private @Nullable List<Double> times;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "With --memory: Java's heap for stores that live in it. Default: three eighths of the"
              + " limit, or what filters need; for stores with native caches always an eighth, of"
              + " 64m to 128m.")
  private @Nullable String heap;

  @Option(
      names = "--warm-reads",
      paramLabel = "N",
      description =
          "With --memory: operations before those that count. Default: ${DEFAULT-VALUE}. --reads is"
              + " "
              + READS
              + " then, and --rounds 1.")
  private int warmReads = READS;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "With --memory: keep the loaded stores there, and use those that are there already.")
  private @Nullable Path keep;

  /** Whether memory is to be limited. */
  boolean given() {
    return memory != null;
  }

  /** The measurements to take. */
  MemoryPlan plan(
      MeasureOptions options,
      int threads,
      @Nullable List<String> workloads,
      int entries,
      @Nullable Integer reads)
      throws IOException {
    long limit = ByteSize.parse(memory == null ? "" : memory);
    if (keep != null) {
      OutputFile.makeDirectory(keep);
    }
    return new MemoryPlan(
        limit,
        times == null
            ? List.of((long) entries * Stage.FILLED.entryBytes())
            : times.stream().map(n -> Math.round(n * limit)).toList(),
        options.stores(MemoryPlan.STORES),
        workloads == null ? MemoryPlan.WORKLOADS : workloads.stream().map(Workload::of).toList(),
        reads == null ? READS : reads,
        warmReads,
        threads,
        options.rounds(1),
        options.seed(),
        heap == null ? 0 : ByteSize.parse(heap),
        options.parent(),
        Optional.ofNullable(keep),
        true);
  }

  /**
   * Measures it, and says how the command ends. What was measured is written as it comes.
   *
   * @param report where the curve of gets is drawn, if it is
   */
  static int run(
      MemoryPlan plan,
      List<String> arguments,
      @Nullable Path json,
      @Nullable Path report,
      Terminal terminal)
      throws IOException {
    if (report != null) {
      checkDrawn(plan);
    }
    Map<String, String> fixed = MemoryBench.facts(plan);
    fixed.forEach((name, value) -> terminal.out.println(name + ": " + value));
    terminal.out.println();
    terminal.out.flush();
    for (StoreKind store : plan.stores()) {
      fixed.put(store.label(), store.description());
    }
    List<MemoryRow> rows = new ArrayList<>();
    MemoryBench.run(
        plan,
        terminal.progress,
        row -> {
          rows.add(row);
          terminal.tell(MemoryReport.line(row));
          write(json, MemoryReport.json(rows, RunFacts.of(arguments, fixed)));
        });
    terminal.out.print(MemoryReport.text(rows, plan));
    if (report != null) {
      draw(report, rows, plan);
      terminal.tell("wrote the curve to " + report);
    }
    boolean failed = rows.stream().anyMatch(row -> row.measured() == null);
    return failed ? ExitCode.FAILURE : ExitCode.OK;
  }

  private static void checkDrawn(MemoryPlan plan) {
    if (!plan.workloads().contains(Workload.READRANDOM)) {
      throw new IllegalArgumentException(
          "--report draws readrandom, which is not among the workloads");
    }
  }

  private static void draw(Path report, List<MemoryRow> rows, MemoryPlan plan) throws IOException {
    OutputFile.makeDirectory(report);
    OutputFile.write(report.resolve("memory-get.png"), MemoryChart.png(rows, plan));
  }

  private static void write(@Nullable Path json, String text) {
    if (json == null) {
      return;
    }
    try {
      OutputFile.write(json, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + json, e);
    }
  }
}
