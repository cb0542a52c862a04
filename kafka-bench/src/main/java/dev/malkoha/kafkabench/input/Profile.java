package dev.malkoha.kafkabench.input;

/** The facts of a user: a region, which never changes, and a version, which grows. */
public record Profile(long region, long version) {

  long[] numbers() {
    return new long[] {region, version};
  }

  static Profile of(long[] numbers) {
    return new Profile(numbers[0], numbers[1]);
  }
}
