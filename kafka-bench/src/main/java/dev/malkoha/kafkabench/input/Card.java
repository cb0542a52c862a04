package dev.malkoha.kafkabench.input;

/** A user's tally beside the newest profile. */
public record Card(long last, long count, long sum, long region, long version) {

  /** Joins the two. */
  public static Card of(Tally tally, Profile profile) {
    return new Card(tally.last(), tally.count(), tally.sum(), profile.region(), profile.version());
  }

  long[] numbers() {
    return new long[] {last, count, sum, region, version};
  }

  static Card of(long[] numbers) {
    return new Card(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
  }
}
