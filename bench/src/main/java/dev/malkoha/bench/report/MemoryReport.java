package dev.malkoha.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.memory.MemoryPlan;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The results of stores with limited memory, as tables, and as JSON: {@code rows}, one a process.
 */
public final class MemoryReport {

  private static final Gson GSON = new Gson();

  private final List<MemoryRow> rows;
  private final MemoryPlan plan;

  private MemoryReport(List<MemoryRow> rows, MemoryPlan plan) {
    this.rows = rows;
    this.plan = plan;
  }

  /** One row as it comes. */
  public static String line(MemoryRow row) {
    Measured measured = row.measured();
    return row.store().label()
        + " "
        + row.phase()
        + ": "
        + (measured == null ? row.failure() : Figures.number(measured.microsPerOp()) + " us/op");
  }

  /** Tables for each amount of data: loads, then workloads. A curve where there are several. */
  public static String text(List<MemoryRow> rows, MemoryPlan plan) {
    MemoryReport report = new MemoryReport(rows, plan);
    StringBuilder text = new StringBuilder();
    for (long data : plan.dataBytes()) {
      text.append(
          String.format(Locale.ROOT, "Data of %.1f times the memory\n\n", plan.times(data)));
      text.append(report.loads(data)).append(report.phases(data)).append('\n');
    }
    return plan.dataBytes().size() > 1 ? text + report.curve() : text.toString();
  }

  /** All rows, and how they were made. */
  public static String json(List<MemoryRow> rows, Map<String, String> run) {
    JsonArray array = new JsonArray();
    for (MemoryRow row : rows) {
      JsonObject object = GSON.toJsonTree(row).getAsJsonObject();
      object.addProperty("store", row.store().label());
      array.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("rows", array);
    return ResultJson.text(all, run);
  }

  private List<MemoryRow> rows(long data, Predicate<MemoryRow> which) {
    return rows.stream().filter(row -> row.dataBytes() == data).filter(which).toList();
  }

  /** Nothing where all stores were found loaded. */
  private String loads(long data) {
    List<MemoryRow> loads = rows(data, MemoryRow::isLoad);
    TextTable table =
        new TextTable(
            List.of("load", "store", "entries", "seconds", "written", "on disk", "in no file", ""));
    loads.forEach(row -> table.row(load(row)));
    return loads.isEmpty() ? "" : table + "\n";
  }

  private static List<String> load(MemoryRow row) {
    Measured load = row.measured();
    String peak = Figures.megabytes(row.anonymousPeak());
    if (load == null) {
      return List.of(row.phase(), row.store().label(), "", "", "", "", peak, row.failure());
    }
    return List.of(
        row.phase(),
        row.store().label(),
        Figures.count(load.operations()),
        Figures.number(load.microsPerOp() * load.operations() / 1e6),
        Figures.ratio(load.writtenBytes() / (double) row.dataBytes()),
        Figures.ratio(load.bytesOnDisk() / (double) row.dataBytes()),
        peak,
        "");
  }

  private TextTable phases(long data) {
    TextTable table = new TextTable(MemoryRounds.HEAD);
    List<MemoryRow> here = rows(data, row -> !row.isLoad());
    for (String phase : here.stream().map(MemoryRow::phase).distinct().toList()) {
      for (StoreKind store : plan.stores()) {
        MemoryRounds rounds = rounds(data, phase, store);
        if (!rounds.isEmpty()) {
          table.row(rounds.cells(phase, store.label()));
        }
      }
    }
    return table;
  }

  private MemoryRounds rounds(long data, String phase, StoreKind store) {
    return MemoryRounds.of(rows, data, phase, store);
  }

  private String curve() {
    List<String> head = new ArrayList<>(List.of("data / memory"));
    plan.stores().forEach(store -> head.add(store.label()));
    TextTable table = new TextTable(head);
    for (long data : plan.dataBytes()) {
      List<String> cells =
          new ArrayList<>(List.of(String.format(Locale.ROOT, "%.1f", plan.times(data))));
      plan.stores().stream()
          .map(store -> rounds(data, Workload.READRANDOM.label(), store))
          .forEach(gets -> cells.add(gets.median(Measured::microsPerOp)));
      table.row(cells);
    }
    return "Microseconds of a get, by how many times the memory the data is\n\n" + table;
  }
}
