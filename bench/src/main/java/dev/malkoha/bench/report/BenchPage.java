package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.Topic;
import dev.malkoha.bench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The workloads' results as one page of HTML: a chart for each workload, all numbers, and how. */
public final class BenchPage {

  private static final String HOW =
      "Times are a thread's for an operation, the median over the timed rounds. Each chart has its"
          + " own scale.";

  private static final List<String> HEAD =
      List.of(
          "workload",
          "store",
          "µs per operation",
          "times faster than rocksdb",
          "operations per second",
          "p50 µs",
          "p99.9 µs",
          "longest µs",
          "block reads");

  private final BenchResult result;

  private BenchPage(BenchResult result) {
    this.result = result;
  }

  /** The page; {@code title} says on what, and {@code run} how and where it was measured. */
  public static String html(BenchResult result, String title, Map<String, String> run) {
    Page page = new Page("Malkoha benchmark");
    page.head(
        "Malkoha beside other stores",
        title.strip().replace("\n", "; ") + ". " + HOW,
        result.stores());
    BenchPage charts = new BenchPage(result);
    for (Topic topic : Topic.values()) {
      charts.add(topic, page);
    }
    page.table("All numbers", HEAD, result.rows().stream().map(charts::cells).toList());
    page.facts("How it was measured", run);
    return page.html();
  }

  private void add(Topic topic, Page page) {
    List<Workload> workloads =
        result.workloads().stream().filter(workload -> workload.topic() == topic).toList();
    if (workloads.isEmpty()) {
      return;
    }
    StringBuilder panels = new StringBuilder();
    workloads.forEach(workload -> panels.append(panel(workload)));
    page.section(topic.title(), "", panels.toString());
  }

  private String panel(Workload workload) {
    BarPanel panel = new BarPanel(workload.label(), workload.description());
    for (BenchResult.Row row : result.rows()) {
      if (row.workload() == workload) {
        String store = row.store().label();
        panel.bar(store, store, row.microsPerOp(), Figures.time(row.microsPerOp()));
      }
    }
    return panel.html();
  }

  private List<String> cells(BenchResult.Row row) {
    return List.of(
        row.workload().label(),
        row.store().label(),
        Figures.number(row.microsPerOp()),
        ratio(row),
        Figures.count(row.entriesPerSecond()),
        rank(row, Latency::p50),
        rank(row, Latency::p999),
        rank(row, Latency::max),
        BenchReport.blockReads(row).orElse("–"));
  }

  private String ratio(BenchResult.Row row) {
    return row.store() == StoreKind.ROCKSDB
        ? "–"
        : result
            .row(StoreKind.ROCKSDB, row.workload())
            .map(rocksdb -> Figures.times(rocksdb.microsPerOp() / row.microsPerOp()))
            .orElse("–");
  }

  private static String rank(BenchResult.Row row, ToDoubleFunction<Latency> rank) {
    return row.latency().map(took -> Figures.number(rank.applyAsDouble(took))).orElse("–");
  }
}
