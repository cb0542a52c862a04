package dev.malkoha.kafkabench.restart;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.malkoha.bench.Median;
import dev.malkoha.bench.report.Figures;
import dev.malkoha.bench.report.LineCharts;
import dev.malkoha.bench.report.LineCharts.Line;
import dev.malkoha.bench.report.LineCharts.Panel;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.TextTable;
import dev.malkoha.kafkabench.app.StoreKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Restarts as a table, as JSON and as a chart; of several rounds the middle one. */
public record RestartReport(List<Restart> restarts) {

  /** A row for each guarantee, store and size. */
  public String text() {
    TextTable table =
        new TextTable(
            List.of(
                "guarantee",
                "store",
                "size, MB",
                "entries",
                "uncommitted",
                "seconds to RUNNING",
                "records restored",
                "given up"));
    for (String guarantee : distinct(Restart::guarantee)) {
      for (String store : distinct(Restart::store)) {
        for (long bytes : restarts.stream().map(Restart::bytes).distinct().sorted().toList()) {
          List<Restart> same = where(guarantee, store).stream().filter(at(bytes)).toList();
          if (!same.isEmpty()) {
            table.row(row(same));
          }
        }
      }
    }
    return table.toString();
  }

  private static List<String> row(List<Restart> same) {
    Restart any = same.get(0);
    return List.of(
        any.guarantee(),
        any.store(),
        Figures.number(any.bytes() / 1e6),
        count(any.entries()),
        count(any.uncommitted()),
        Figures.number(median(same, Restart::millis) / 1000),
        count(Math.round(median(same, Restart::restored))),
        same.stream().filter(Restart::givenUp).count() + " of " + same.size());
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private List<String> distinct(Function<Restart, String> part) {
    return restarts.stream().map(part).distinct().toList();
  }

  private List<Restart> where(String guarantee, String store) {
    return restarts.stream()
        .filter(r -> r.guarantee().equals(guarantee) && r.store().equals(store))
        .toList();
  }

  private static Predicate<Restart> at(long bytes) {
    return restart -> restart.bytes() == bytes;
  }

  private static double median(List<Restart> same, ToDoubleFunction<Restart> figure) {
    return Median.of(same.stream().map(figure::applyAsDouble).toList());
  }

  /** {@code restarts}: one for each kill. */
  public String json(Map<String, String> run) {
    JsonObject all = new JsonObject();
    all.add("restarts", new Gson().toJsonTree(restarts));
    return ResultJson.text(all, run);
  }

  /**
   * Times above, records below, a column for each guarantee.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public byte[] png() throws IOException {
    List<String> guarantees = distinct(Restart::guarantee);
    List<Panel> panels = new ArrayList<>();
    for (String guarantee : guarantees) {
      List<Line> lines = lines(guarantee, restart -> restart.millis() / 1e3);
      String title = guarantee + ": from start to RUNNING";
      panels.add(new Panel(title, "state, MB", "seconds", lines));
    }
    for (String guarantee : guarantees) {
      List<Line> lines = lines(guarantee, Restart::restored);
      String title = guarantee + ": records restored";
      panels.add(new Panel(title, "state, MB", "records", lines));
    }
    return LineCharts.png("restarts", panels, guarantees.size());
  }

  private List<Line> lines(String guarantee, ToDoubleFunction<Restart> figure) {
    return distinct(Restart::store).stream()
        .filter(store -> !where(guarantee, store).isEmpty())
        .map(store -> line(store, where(guarantee, store), figure))
        .toList();
  }

  private static Line line(String store, List<Restart> of, ToDoubleFunction<Restart> figure) {
    List<Long> sizes = of.stream().map(Restart::bytes).distinct().sorted().toList();
    Variant variant = Variant.of(store);
    return new Line(
        store,
        colour(variant.store()),
        variant.transactional(),
        sizes.stream().map(bytes -> bytes / 1e6).toList(),
        sizes.stream()
            .map(bytes -> median(of.stream().filter(at(bytes)).toList(), figure))
            .toList());
  }

  /** As in other charts of these stores. */
  private static int colour(StoreKind store) {
    return switch (store) {
      case MALKOHA -> 0x0072B2;
      case ROCKSDB -> 0xD55E00;
      case ROCKSDB_TUNED -> 0xE69F00;
    };
  }
}
