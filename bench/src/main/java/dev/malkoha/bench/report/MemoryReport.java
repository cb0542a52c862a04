package dev.malkoha.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.malkoha.bench.Median;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What stores did with limited memory, as tables, and as JSON: {@code rows}, one a process. */
public final class MemoryReport {

  private final List<MemoryRow> rows;
  private final long limit;

  private MemoryReport(List<MemoryRow> rows, long limit) {
    this.rows = rows;
    this.limit = limit;
  }

  /** Tables for each amount of data: loads, then workloads. A curve where there are several. */
  public static String text(List<MemoryRow> rows, long limit) {
    MemoryReport report = new MemoryReport(rows, limit);
    StringBuilder text = new StringBuilder();
    List<Long> sizes = rows.stream().map(MemoryRow::dataBytes).distinct().toList();
    for (long size : sizes) {
      text.append("Data of %.1f times the memory\n\n".formatted(report.times(size)));
      text.append(report.loads(size)).append('\n').append(report.phases(size)).append('\n');
    }
    if (sizes.size() > 1) {
      text.append("Microseconds of a get, by how many times the memory the data is\n\n");
      text.append(report.curve(sizes)).append('\n');
    }
    return text.toString();
  }

  /** All rows, and how they were made. */
  public static String json(List<MemoryRow> rows, Map<String, String> run) {
    JsonObject all = new JsonObject();
    all.add("rows", new Gson().toJsonTree(rows));
    return ResultJson.text(all, run);
  }

  private double times(long data) {
    return data / (double) limit;
  }

  private TextTable loads(long data) {
    TextTable table =
        new TextTable(
            List.of("load", "entries", "seconds", "written", "on disk", "in no file", ""));
    rows.stream()
        .filter(row -> row.dataBytes() == data && row.phase().equals(MemoryRow.LOAD))
        .forEach(row -> table.row(load(row)));
    return table;
  }

  private static List<String> load(MemoryRow row) {
    Measured load = row.measured();
    String peak = Figures.megabytes(row.anonymousPeak());
    if (load == null) {
      return List.of(row.store().label(), "", "", "", "", peak, row.failure());
    }
    return List.of(
        row.store().label(),
        Figures.count(load.operations()),
        Figures.number(load.microsPerOp() * load.operations() / 1e6),
        Figures.ratio(load.writtenBytes() / (double) row.dataBytes()),
        Figures.ratio(load.bytesOnDisk() / (double) row.dataBytes()),
        peak,
        "");
  }

  private TextTable phases(long data) {
    TextTable table =
        new TextTable(
            List.of(
                "workload",
                "store",
                "us/op",
                "p50",
                "p99",
                "p99.9",
                "longest",
                "B read/op",
                "B written/op",
                "major faults/op",
                "in no file",
                ""));
    List<MemoryRow> here =
        rows.stream()
            .filter(row -> row.dataBytes() == data && !row.phase().equals(MemoryRow.LOAD))
            .toList();
    for (String phase : here.stream().map(MemoryRow::phase).distinct().toList()) {
      for (StoreKind store : here.stream().map(MemoryRow::store).distinct().toList()) {
        table(table, phase, store, here);
      }
    }
    return table;
  }

  private static void table(TextTable table, String phase, StoreKind store, List<MemoryRow> here) {
    List<MemoryRow> rounds =
        here.stream().filter(row -> row.phase().equals(phase) && row.store() == store).toList();
    if (!rounds.isEmpty()) {
      table.row(phase(phase, store, rounds));
    }
  }

  private static List<String> phase(String phase, StoreKind store, List<MemoryRow> rounds) {
    List<Measured> done =
        rounds.stream().map(MemoryRow::measured).filter(Objects::nonNull).toList();
    List<String> cells = new ArrayList<>(List.of(phase, store.label()));
    cells.add(median(done, Measured::microsPerOp));
    cells.add(median(done, m -> rank(m.latency(), Latency::p50)));
    cells.add(median(done, m -> rank(m.latency(), Latency::p99)));
    cells.add(median(done, m -> rank(m.latency(), Latency::p999)));
    cells.add(median(done, m -> rank(m.latency(), Latency::max)));
    cells.add(perOp(done, Measured::readBytes));
    cells.add(perOp(done, Measured::writtenBytes));
    cells.add(perOp(done, Measured::majorFaults));
    cells.add(
        Figures.megabytes(rounds.stream().mapToLong(MemoryRow::anonymousPeak).max().orElse(0)));
    cells.add(
        rounds.stream().map(MemoryRow::failure).filter(f -> !f.isEmpty()).findFirst().orElse(""));
    return cells;
  }

  private static double rank(@Nullable Latency latency, ToDoubleFunction<Latency> rank) {
    return latency == null ? Double.NaN : rank.applyAsDouble(latency);
  }

  private static String perOp(List<Measured> rounds, ToDoubleFunction<Measured> sum) {
    return median(rounds, m -> sum.applyAsDouble(m) / m.operations());
  }

  private static String median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
    if (rounds.isEmpty()) {
      return "";
    }
    double median = Median.of(rounds.stream().mapToDouble(figure).boxed().toList());
    return Double.isNaN(median) ? "" : Figures.number(median);
  }

  private TextTable curve(List<Long> sizes) {
    List<StoreKind> stores = rows.stream().map(MemoryRow::store).distinct().toList();
    List<String> head = new ArrayList<>(List.of("data / memory"));
    stores.forEach(store -> head.add(store.label()));
    TextTable table = new TextTable(head);
    for (long size : sizes) {
      List<String> cells = new ArrayList<>(List.of("%.1f".formatted(times(size))));
      stores.forEach(store -> cells.add(get(size, store)));
      table.row(cells);
    }
    return table;
  }

  private String get(long size, StoreKind store) {
    List<Measured> rounds =
        rows.stream()
            .filter(row -> row.dataBytes() == size && row.store() == store)
            .filter(row -> row.phase().equals(Workload.READRANDOM.label()))
            .map(MemoryRow::measured)
            .filter(Objects::nonNull)
            .toList();
    return median(rounds, Measured::microsPerOp);
  }
}
