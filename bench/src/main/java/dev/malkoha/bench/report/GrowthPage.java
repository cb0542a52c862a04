package dev.malkoha.bench.report;

import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Curves of growth as one page of HTML: an image of each, all numbers, and how. */
public final class GrowthPage {

  private GrowthPage() {}

  /**
   * The page.
   *
   * @param images a PNG of each curve
   * @param run how and where it was measured
   */
  public static String html(
      List<GrowthPoint> points, Map<Curve, byte[]> images, Map<String, String> run) {
    Page page = new Page("Malkoha as it grows");
    List<StoreKind> stores = points.stream().map(GrowthPoint::store).distinct().toList();
    page.head("Malkoha as it grows", "The same measurements on stores of growing size.", stores);
    StringBuilder panels = new StringBuilder();
    images.forEach((curve, png) -> panels.append(Page.image(curve.title(), png)));
    page.section("How does it grow?", "Lower is better in each of them.", panels.toString());
    List<String> head = new ArrayList<>(List.of("entries", "store"));
    for (Curve curve : Curve.values()) {
      head.add(curve.label() + ", " + curve.unit());
    }
    page.table("All numbers", head, points.stream().map(GrowthPage::cells).toList());
    page.facts("How it was measured", run);
    return page.html();
  }

  private static List<String> cells(GrowthPoint point) {
    List<String> cells =
        new ArrayList<>(List.of(Figures.count((long) point.entries()), point.store().label()));
    for (Curve curve : Curve.values()) {
      Double figure = point.figures().get(curve);
      cells.add(figure == null ? "–" : Figures.number(figure));
    }
    return cells;
  }
}
