package dev.malkoha.bench.compare;

/** How many operations took how long. */
public record Took(long operations, long nanos) {

  /** The mean time of an operation. */
  public double microsPerOp() {
    return operations == 0 ? 0 : nanos / 1e3 / operations;
  }

  /** Operations in a second of the clock. */
  public double perSecond() {
    return nanos == 0 ? 0 : operations * 1e9 / nanos;
  }
}
