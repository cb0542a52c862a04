package dev.malkoha.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Curves of growth as tables, and as JSON: {@code points}, one a store and size. */
public final class GrowthReport {

  private GrowthReport() {}

  /** A table for each curve: a row for each size, a column for each store. */
  public static String text(List<GrowthPoint> points) {
    StringBuilder text = new StringBuilder();
    for (Curve curve : Curve.values()) {
      text.append(curve.title()).append(" (").append(curve.unit()).append(")\n\n");
      text.append(table(points, curve)).append('\n');
    }
    return text.toString();
  }

  private static TextTable table(List<GrowthPoint> points, Curve curve) {
    List<StoreKind> stores = points.stream().map(GrowthPoint::store).distinct().toList();
    List<String> head = new ArrayList<>(List.of("entries"));
    stores.forEach(store -> head.add(store.label()));
    TextTable table = new TextTable(head);
    for (int entries : points.stream().map(GrowthPoint::entries).distinct().toList()) {
      List<String> cells = new ArrayList<>(List.of(Figures.count((long) entries)));
      points.stream()
          .filter(point -> point.entries() == entries)
          .map(point -> point.figures().get(curve))
          .forEach(figure -> cells.add(figure == null ? "" : Figures.number(figure)));
      table.row(cells);
    }
    return table;
  }

  /** The points, and how they were made. */
  public static String json(List<GrowthPoint> points, Map<String, String> run) {
    JsonArray rows = new JsonArray();
    for (GrowthPoint point : points) {
      JsonObject object = new JsonObject();
      object.addProperty("store", point.store().label());
      object.addProperty("entries", point.entries());
      for (Curve curve : Curve.values()) {
        Double figure = point.figures().get(curve);
        if (figure != null) {
          object.addProperty(curve.label(), figure);
        }
      }
      rows.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("points", rows);
    return ResultJson.text(all, run);
  }
}
