package dev.malkoha.kafkabench.input;

import java.util.Arrays;
import java.util.stream.LongStream;

/** A set of events' sequence numbers, which can be joined with what it already holds. */
public final class Sequences {

  /** No numbers. */
  public static final Sequences NONE = new Sequences(new long[0]);

  private final long[] ascending;

  private Sequences(long[] ascending) {
    this.ascending = ascending;
  }

  /** One number. */
  public static Sequences of(long sequence) {
    return new Sequences(new long[] {sequence});
  }

  /** The numbers of both. */
  public Sequences union(Sequences other) {
    long[] both =
        LongStream.concat(Arrays.stream(ascending), Arrays.stream(other.ascending))
            .sorted()
            .distinct()
            .toArray();
    return new Sequences(both);
  }

  long[] numbers() {
    return ascending;
  }

  static Sequences ofAscending(long[] numbers) {
    return new Sequences(numbers);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sequences that && Arrays.equals(ascending, that.ascending);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ascending);
  }

  @Override
  public String toString() {
    return Arrays.toString(ascending);
  }
}
