package dev.malkoha.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figure 2: the load factor that fingerprints of f bits allow, for buckets of four and of eight.
 */
final class Figure2 {

  /** Close to optimal: within this of the best load of the same table size. */
  private static final double CLOSE = 0.01;

  private final List<LoadStudy.Loads> loads;
  private final List<Scale.LoadSize> sizes;

  private Figure2(List<LoadStudy.Loads> loads, Scale scale) {
    this.loads = loads;
    this.sizes = scale.loads();
  }

  static PartResult of(List<LoadStudy.Loads> loads, Scale scale) {
    Figure2 figure = new Figure2(loads, scale);
    return new PartResult(
        PaperPart.FIGURE2,
        figure.how(),
        figure.shown(),
        figure.csv(),
        List.of(figure.plot(4, "figure2a"), figure.plot(8, "figure2b")),
        figure.claims());
  }

  private String how() {
    StringBuilder out =
        new StringBuilder(
            "Random keys are added to an empty cuckoo filter until an add fails, after 500"
                + " displacements; the lowest load factor of all runs is shown. ");
    for (Scale.LoadSize size : sizes) {
      out.append(
          "m = 2^%s buckets: %s %s, f = %s for b = 4 and %s for b = 8. "
              .formatted(
                  size.bucketBits(),
                  size.runs(),
                  size.runs() == 1 ? "run" : "runs",
                  words(size.ofFour()),
                  words(size.ofEight())));
    }
    return out.append(
            "The paper's tables of 2^30 buckets are left out: but for the shortest fingerprints they"
                + " do not fit into an array, which ends at 2^31 - 1 elements.")
        .toString();
  }

  private static String words(List<Integer> widths) {
    int first = widths.get(0);
    int last = widths.get(widths.size() - 1);
    return widths.size() == last - first + 1
        ? first + " to " + last
        : String.join(", ", widths.stream().map(String::valueOf).toList());
  }

  private List<LoadStudy.Loads> line(int slots, int bucketBits) {
    return loads.stream()
        .filter(l -> l.kind().bucketSlots() == slots && l.kind().bucketBits() == bucketBits)
        .toList();
  }

  private Plot plot(int slots, String name) {
    Map<String, List<Plot.Point>> byName = new LinkedHashMap<>();
    for (Scale.LoadSize size : sizes) {
      byName.put(
          "m = 2^" + size.bucketBits(),
          line(slots, size.bucketBits()).stream()
              .map(l -> new Plot.Point(l.kind().fingerprintBits(), l.min()))
              .toList());
    }
    return new Plot(
        name,
        "Figure 2%s: load factor, b = %s".formatted(slots == 4 ? "a" : "b", slots),
        Plot.Axis.linear("fingerprint bits f"),
        Plot.Axis.linear("load factor"),
        Plot.lines(byName));
  }

  private Grid shown() {
    List<String> head = new ArrayList<>(List.of("f"));
    for (int slots : new int[] {4, 8}) {
      for (Scale.LoadSize size : sizes) {
        head.add("b=%s m=2^%s".formatted(slots, size.bucketBits()));
      }
    }
    Grid.Rows rows = new Grid.Rows(head);
    loads.stream()
        .map(l -> l.kind().fingerprintBits())
        .distinct()
        .sorted()
        .forEach(width -> rows.row(row(width)));
    return rows.grid();
  }

  private List<String> row(int width) {
    List<String> cells = new ArrayList<>(List.of(Integer.toString(width)));
    for (int slots : new int[] {4, 8}) {
      for (Scale.LoadSize size : sizes) {
        cells.add(
            line(slots, size.bucketBits()).stream()
                .filter(l -> l.kind().fingerprintBits() == width)
                .findFirst()
                .map(l -> Numbers.percent(l.min(), 2))
                .orElse(""));
      }
    }
    return cells;
  }

  private Grid csv() {
    Grid.Rows rows =
        new Grid.Rows(
            "bucketSlots", "buckets", "fingerprintBits", "runs", "minLoadFactor", "meanLoadFactor");
    for (LoadStudy.Loads l : loads) {
      rows.row(
          Integer.toString(l.kind().bucketSlots()),
          Long.toString(1L << l.kind().bucketBits()),
          Integer.toString(l.kind().fingerprintBits()),
          Integer.toString(l.runs()),
          Numbers.raw(l.min()),
          Numbers.raw(l.mean()));
    }
    return rows.grid();
  }

  private List<Claim> claims() {
    int smallest = sizes.get(0).bucketBits();
    int largest = sizes.get(sizes.size() - 1).bucketBits();
    return List.of(
        reaches(4, 0.95),
        reaches(8, 0.98),
        new Claim(
            "for b = 4, fingerprints of more than six bits are close to optimal (within 1 %)",
            "from f = %s for m = 2^%s".formatted(enough(4, largest), largest),
            enough(4, largest) <= 8),
        new Claim(
            "larger tables need longer fingerprints",
            "b = 4: f = %s for m = 2^%s, f = %s for m = 2^%s"
                .formatted(enough(4, smallest), smallest, enough(4, largest), largest),
            enough(4, smallest) <= enough(4, largest)),
        new Claim(
            "larger buckets allow shorter fingerprints",
            "m = 2^%s: f = %s for b = 4, f = %s for b = 8"
                .formatted(largest, enough(4, largest), enough(8, largest)),
            enough(8, largest) <= enough(4, largest)));
  }

  private Claim reaches(int slots, double load) {
    double best =
        sizes.stream().mapToDouble(size -> best(slots, size.bucketBits())).min().orElse(0);
    return new Claim(
        "b = %s can be filled to %s".formatted(slots, Numbers.percent(load, 0)),
        "%s, for each m".formatted(Numbers.percent(best, 2)),
        best >= load - 0.005);
  }

  private double best(int slots, int bucketBits) {
    return line(slots, bucketBits).stream()
        .mapToDouble(LoadStudy.Loads::min)
        .max()
        .orElse(Double.NaN);
  }

  /** The shortest fingerprints, of those measured, whose load factor is close to the best. */
  private int enough(int slots, int bucketBits) {
    double best = best(slots, bucketBits);
    return line(slots, bucketBits).stream()
        .filter(l -> l.min() >= best - CLOSE)
        .mapToInt(l -> l.kind().fingerprintBits())
        .min()
        .orElseThrow();
  }
}
