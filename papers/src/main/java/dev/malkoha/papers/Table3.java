package dev.malkoha.papers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Table 3: what filters of one size hold, let through, and how fast they are built. */
final class Table3 {

  /** By how much the numbers that do not depend on the machine may differ from the paper's. */
  private static final double BITS_TOLERANCE = 0.01;

  private static final double RATE_TOLERANCE = 0.10;

  private final LifeResults results;

  private Table3(LifeResults results) {
    this.results = results;
  }

  static PartResult of(LifeResults results) {
    return new Table3(results).result();
  }

  private PartResult result() {
    return new PartResult(PaperPart.TABLE3, how(), shown(), csv(), List.of(), claims());
  }

  private String how() {
    Scale scale = results.scale();
    return "All filters have %s MiB: that of 2^%s buckets of four 12-bit fingerprints. CF, ss-CF and"
            .formatted(
                Numbers.raw(FilterSystem.bits(scale.bucketBits()) / (double) (8 << 20)),
                scale.bucketBits())
        + " dl-CBF are filled until an add fails (cuckoo filters: after 500 displacements), QF to 90"
        + " %, BF and blk-BF to 13 bits an item with nine probes. The false-positive rate is that of"
        + " %s absent keys, construction speed is items by the time to add them, hashing included;"
            .formatted(Numbers.count(scale.rateQueries()))
        + " means and median of %s %s."
            .formatted(scale.lives(), scale.lives() == 1 ? "construction" : "constructions");
  }

  private Grid shown() {
    Grid.Rows rows =
        new Grid.Rows(
            "system",
            "million items",
            "paper",
            "bits/item",
            "paper",
            "false positives",
            "paper",
            "M adds/s",
            "paper");
    for (FilterSystem system : FilterSystem.values()) {
      LifeResults.Full ours = results.full(system);
      LifeResults.Full paper = Published.table3(system);
      rows.row(
          system.label(),
          Numbers.fixed(ours.items() / 1e6, 2),
          Numbers.fixed(paper.items() / 1e6, 2),
          Numbers.fixed(ours.bitsPerItem(), 2),
          Numbers.fixed(paper.bitsPerItem(), 2),
          Numbers.percent(ours.falsePositiveRate(), 3),
          Numbers.percent(paper.falsePositiveRate(), 2),
          Numbers.fixed(ours.millionPerSecond(), 2),
          Numbers.fixed(paper.millionPerSecond(), 2));
    }
    return rows.grid();
  }

  private Grid csv() {
    Grid.Rows rows =
        new Grid.Rows(
            "system", "items", "bitsPerItem", "falsePositiveRate", "constructionMillionPerSecond");
    for (FilterSystem system : FilterSystem.values()) {
      LifeResults.Full full = results.full(system);
      rows.row(
          system.label(),
          Long.toString(Math.round(full.items())),
          Numbers.raw(full.bitsPerItem()),
          Numbers.raw(full.falsePositiveRate()),
          Numbers.raw(full.millionPerSecond()));
    }
    return rows.grid();
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (FilterSystem system : FilterSystem.values()) {
      LifeResults.Full ours = results.full(system);
      LifeResults.Full paper = Published.table3(system);
      claims.add(
          new Claim(
              "%s: %s bits an item (within 1 %%)"
                  .formatted(system.label(), Numbers.fixed(paper.bitsPerItem(), 2)),
              "%s, %s"
                  .formatted(
                      Numbers.fixed(ours.bitsPerItem(), 2),
                      Numbers.difference(ours.bitsPerItem(), paper.bitsPerItem())),
              near(ours.bitsPerItem(), paper.bitsPerItem(), BITS_TOLERANCE)));
      claims.add(
          new Claim(
              "%s: %s false positives (within 10 %%, and what the paper's rounding hides)"
                  .formatted(system.label(), Numbers.percent(paper.falsePositiveRate(), 2)),
              "%s, %s"
                  .formatted(
                      Numbers.percent(ours.falsePositiveRate(), 3),
                      Numbers.difference(ours.falsePositiveRate(), paper.falsePositiveRate())),
              nearRate(ours.falsePositiveRate(), paper.falsePositiveRate())));
    }
    claims.add(ranking("from the lowest false-positive rate", LifeResults.Full::falsePositiveRate));
    claims.add(ranking("from the fewest bits an item", LifeResults.Full::bitsPerItem));
    claims.add(ranking("from the fastest construction", full -> -full.millionPerSecond()));
    return claims;
  }

  private static boolean near(double ours, double paper, double tolerance) {
    return Math.abs(ours / paper - 1) <= tolerance;
  }

  /** The paper prints hundredths of a per cent: the true value is up to half of one away. */
  private static boolean nearRate(double ours, double paper) {
    double rounding = 0.00005;
    return ours >= (paper - rounding) * (1 - RATE_TOLERANCE)
        && ours <= (paper + rounding) * (1 + RATE_TOLERANCE);
  }

  private Claim ranking(String order, ToDoubleFunction<LifeResults.Full> by) {
    String paper = ranked(Published::table3, by);
    String ours = ranked(results::full, by);
    return new Claim(order + ": " + paper, ours, ours.equals(paper));
  }

  private static String ranked(
      Function<FilterSystem, LifeResults.Full> of, ToDoubleFunction<LifeResults.Full> by) {
    return Arrays.stream(FilterSystem.values())
        .map(of)
        .sorted(Comparator.comparingDouble(by))
        .map(full -> full.system().label())
        .collect(Collectors.joining(", "));
  }
}
