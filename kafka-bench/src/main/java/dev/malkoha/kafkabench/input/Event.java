package dev.malkoha.kafkabench.input;

/**
 * What a user did.
 *
 * @param id the event's own, the same when it is sent again
 * @param sequence its number among the user's events, from 1 in the order in which they are first
 *     sent
 * @param amount some number from 0 to 999
 */
public record Event(long user, long id, long sequence, long amount) {

  long[] numbers() {
    return new long[] {user, id, sequence, amount};
  }

  static Event of(long[] numbers) {
    return new Event(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
}
