package dev.malkoha.bench;

import java.util.List;

/** The middle of several measurements of one thing. */
public final class Median {

  private Median() {}

  /** The middle value, or the mean of the two middle ones. */
  public static double of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no values");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
