package dev.malkoha.engine.facade;

/** A figure as text that every reader of numbers knows: whole where it is. */
final class MetricNumber {

  private static final double WHOLE_MAX = 1L << 53;

  private MetricNumber() {}

  static String of(double value) {
    return value == Math.rint(value) && Math.abs(value) <= WHOLE_MAX
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
