package dev.malkoha.papers;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Bits per item against the false-positive rate, for filters of one kind and several widths. */
final class SpaceLine {

  /** The papers' figures end here; below, too few false positives are found to know their rate. */
  private static final double LEAST_RATE = 0.8e-5;

  private static final double STEP = Math.pow(10, 0.01);

  private final String name;
  private final List<SpaceStudy.Full> points;

  private SpaceLine(String name, List<SpaceStudy.Full> points) {
    this.name = name;
    this.points = points;
  }

  /** The line of one series, as far as its rates are known. */
  static SpaceLine of(String name, List<SpaceStudy.Full> all) {
    return new SpaceLine(
        name,
        all.stream()
            .filter(full -> full.kind().series().equals(name))
            .filter(full -> full.falsePositiveRate() >= LEAST_RATE)
            .sorted(Comparator.comparingDouble(SpaceStudy.Full::falsePositiveRate))
            .toList());
  }

  String name() {
    return name;
  }

  List<Plot.Point> points() {
    return points.stream()
        .map(full -> new Plot.Point(full.falsePositiveRate(), full.bitsPerItem()))
        .toList();
  }

  /** The highest load of all widths. */
  double bestLoad() {
    return points.stream().mapToDouble(SpaceStudy.Full::load).max().orElse(Double.NaN);
  }

  /** Bits per item at a rate between the points, linear in the logarithm of the rate. */
  OptionalDouble bitsAt(double rate) {
    return IntStream.range(1, points.size())
        .filter(i -> points.get(i - 1).falsePositiveRate() <= rate)
        .filter(i -> points.get(i).falsePositiveRate() >= rate)
        .mapToDouble(i -> between(points.get(i - 1), points.get(i), rate))
        .findFirst();
  }

  private static double between(SpaceStudy.Full low, SpaceStudy.Full high, double rate) {
    double share =
        Math.log(rate / low.falsePositiveRate())
            / Math.log(high.falsePositiveRate() / low.falsePositiveRate());
    return low.bitsPerItem() + share * (high.bitsPerItem() - low.bitsPerItem());
  }

  /**
   * The lowest rate of a range, in steps of a hundredth of a decade, at which this line takes less
   * space than another; none if it never does.
   */
  OptionalDouble lowestBelow(SpaceLine other, double from, double to) {
    OptionalDouble lowest = OptionalDouble.empty();
    for (double rate = to; rate >= from; rate /= STEP) {
      OptionalDouble ours = bitsAt(rate);
      OptionalDouble theirs = other.bitsAt(rate);
      if (ours.isPresent() && theirs.isPresent() && ours.getAsDouble() < theirs.getAsDouble()) {
        lowest = OptionalDouble.of(rate);
      }
    }
    return lowest;
  }
}
