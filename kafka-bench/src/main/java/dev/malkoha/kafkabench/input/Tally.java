package dev.malkoha.kafkabench.input;

/**
 * A count and a sum of events, to which the same event can be added again without a change: a
 * user's events come in the order of their sequence, so what is not above the last one has been
 * added.
 */
public record Tally(long last, long count, long sum) {

  /** The tally of no events. */
  public static final Tally NONE = new Tally(0, 0, 0);

  /** With one more event, unless that is in it. */
  public Tally plus(Event event) {
    return event.sequence() <= last
        ? this
        : new Tally(event.sequence(), count + 1, sum + event.amount());
  }

  long[] numbers() {
    return new long[] {last, count, sum};
  }

  static Tally of(long[] numbers) {
    return new Tally(numbers[0], numbers[1], numbers[2]);
  }
}
