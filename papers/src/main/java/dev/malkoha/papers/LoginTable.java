package dev.malkoha.papers;

import java.util.ArrayList;
import java.util.List;

/** The login article's table of mean load by fingerprint bits, for buckets of four. */
final class LoginTable {

  /** Short fingerprints depend on the table's size and on chance; these do not. */
  private static final int LONG_ENOUGH = 6;

  private static final double TOLERANCE = 0.01;

  private LoginTable() {}

  static PartResult of(List<LoadStudy.Loads> all, Scale scale) {
    List<LoadStudy.Loads> loads =
        all.stream()
            .filter(l -> l.kind().bucketSlots() == 4)
            .filter(l -> Scale.LOGIN_WIDTHS.contains(l.kind().fingerprintBits()))
            .toList();
    return new PartResult(
        PaperPart.LOGIN, how(scale), shown(loads), csv(loads), List.of(), claims(loads, scale));
  }

  private static String how(Scale scale) {
    StringBuilder out =
        new StringBuilder(
            "(2,4)-cuckoo filters are filled with random keys until an add fails; the article has"
                + " 2^25 buckets and ten runs. Here: ");
    for (Scale.LoadSize size : scale.loads()) {
      out.append(
          "2^%s buckets, %s %s; "
              .formatted(size.bucketBits(), size.runs(), size.runs() == 1 ? "run" : "runs"));
    }
    return out.append(
            "the spread is the square root of the variance. The article does not say what its"
                + " variance in per cent is of.")
        .toString();
  }

  private static Grid shown(List<LoadStudy.Loads> loads) {
    Grid.Rows rows =
        new Grid.Rows("buckets", "f", "runs", "mean load", "paper", "spread", "paper's variance");
    for (LoadStudy.Loads l : loads) {
      int width = l.kind().fingerprintBits();
      rows.row(
          "2^" + l.kind().bucketBits(),
          Integer.toString(width),
          Integer.toString(l.runs()),
          Numbers.percent(l.mean(), 2),
          Numbers.percent(Published.mean(width), 2),
          l.runs() == 1 ? "" : Numbers.percent(Math.sqrt(l.variance()), 2),
          Numbers.percent(Published.variance(width), 2));
    }
    return rows.grid();
  }

  private static Grid csv(List<LoadStudy.Loads> loads) {
    Grid.Rows rows =
        new Grid.Rows("buckets", "fingerprintBits", "runs", "meanLoadFactor", "variance");
    for (LoadStudy.Loads l : loads) {
      rows.row(
          Long.toString(1L << l.kind().bucketBits()),
          Integer.toString(l.kind().fingerprintBits()),
          Integer.toString(l.runs()),
          Numbers.raw(l.mean()),
          l.runs() == 1 ? "" : Numbers.raw(l.variance()));
    }
    return rows.grid();
  }

  private static List<Claim> claims(List<LoadStudy.Loads> loads, Scale scale) {
    int largest = scale.loads().get(scale.loads().size() - 1).bucketBits();
    List<Claim> claims = new ArrayList<>();
    for (LoadStudy.Loads l : loads) {
      int width = l.kind().fingerprintBits();
      if (l.kind().bucketBits() == largest && width >= LONG_ENOUGH) {
        claims.add(
            new Claim(
                "f = %s: %s (within 1 %%)"
                    .formatted(width, Numbers.percent(Published.mean(width), 2)),
                "%s, %s"
                    .formatted(
                        Numbers.percent(l.mean(), 2),
                        Numbers.difference(l.mean(), Published.mean(width))),
                Math.abs(l.mean() / Published.mean(width) - 1) <= TOLERANCE));
      }
    }
    claims.add(shortOnes(loads, largest));
    return claims;
  }

  private static Claim shortOnes(List<LoadStudy.Loads> loads, int bucketBits) {
    List<LoadStudy.Loads> two =
        loads.stream()
            .filter(l -> l.kind().bucketBits() == bucketBits)
            .filter(l -> l.kind().fingerprintBits() <= 4)
            .toList();
    return new Claim(
        "with fewer than six bits the load is low: 17.53 % with two, 67.67 % with four",
        String.join(
            ", ",
            two.stream()
                .map(l -> l.kind().fingerprintBits() + ": " + Numbers.percent(l.mean(), 2))
                .toList()),
        two.stream().allMatch(l -> l.mean() < 0.9));
  }
}
