package dev.malkoha.bench.report;

import dev.malkoha.bench.memory.MemoryPlan;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Workload;
import java.io.IOException;
import java.util.List;
import org.knowm.xchart.XYChart;

/** The time of a get by how many times the memory the data is, as a PNG image. */
public final class MemoryChart {

  private MemoryChart() {}

  /**
   * Draws a line for each store whose gets were measured; both axes are logarithmic.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public static byte[] png(List<MemoryRow> rows, MemoryPlan plan) throws IOException {
    return StoreChart.png("gets", () -> chart(rows, plan));
  }

  private static XYChart chart(List<MemoryRow> rows, MemoryPlan plan) {
    XYChart chart =
        StoreChart.empty("Get, present, with little memory", "data / memory", "microseconds");
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    for (StoreKind store : plan.stores()) {
      add(chart, store, rows, plan);
    }
    return chart;
  }

  private static void add(XYChart chart, StoreKind store, List<MemoryRow> rows, MemoryPlan plan) {
    List<Long> known =
        plan.dataBytes().stream().filter(data -> micros(rows, data, store) > 0).toList();
    StoreChart.add(
        chart,
        store,
        known.stream().mapToDouble(plan::times).toArray(),
        known.stream().mapToDouble(data -> micros(rows, data, store)).toArray());
  }

  private static double micros(List<MemoryRow> rows, long data, StoreKind store) {
    return MemoryRounds.of(rows, data, Workload.READRANDOM.label(), store)
        .figure(Measured::microsPerOp);
  }
}
