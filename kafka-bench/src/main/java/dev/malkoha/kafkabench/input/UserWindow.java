package dev.malkoha.kafkabench.input;

/** A user in a window of time, which begins at a millisecond of the epoch. */
public record UserWindow(long user, long start) {

  @Override
  public String toString() {
    return Keys.at(user, start);
  }

  long[] numbers() {
    return new long[] {user, start};
  }

  static UserWindow of(long[] numbers) {
    return new UserWindow(numbers[0], numbers[1]);
  }
}
