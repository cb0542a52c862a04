package dev.malkoha.kafkabench.input;

import java.nio.ByteBuffer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;

/** How keys and values become bytes: 8 for each number, most significant first. */
public final class Serdes {

  private Serdes() {}

  /** The serde of users, events' ids and offsets. */
  public static Serde<Long> number() {
    return org.apache.kafka.common.serialization.Serdes.Long();
  }

  /** The serde of events. */
  public static Serde<Event> event() {
    return of(Event::numbers, Event::of);
  }

  /** The serde of profiles. */
  public static Serde<Profile> profile() {
    return of(Profile::numbers, Profile::of);
  }

  /** The serde of tallies. */
  public static Serde<Tally> tally() {
    return of(Tally::numbers, Tally::of);
  }

  /** The serde of cards. */
  public static Serde<Card> card() {
    return of(Card::numbers, Card::of);
  }

  /** The serde of users in windows. */
  public static Serde<UserWindow> userWindow() {
    return of(UserWindow::numbers, UserWindow::of);
  }

  /** The serde of sets of sequence numbers. */
  public static Serde<Sequences> sequences() {
    return of(Sequences::numbers, Sequences::ofAscending);
  }

  /** The serde of stamped values, each as long as is said, in bytes. */
  public static Serde<Stamped> stamped(int bytes) {
    return org.apache.kafka.common.serialization.Serdes.serdeFrom(
        (topic, value) -> value == null ? null : value.bytes(bytes),
        (topic, read) -> read == null ? null : Stamped.of(read));
  }

  private static <T> Serde<T> of(Function<T, long[]> numbers, Function<long[], T> whole) {
    return org.apache.kafka.common.serialization.Serdes.serdeFrom(
        (topic, value) -> value == null ? null : bytes(numbers.apply(value)),
        (topic, bytes) -> bytes == null ? null : whole.apply(numbers(bytes)));
  }

  private static byte[] bytes(long[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    bytes.asLongBuffer().put(numbers);
    return bytes.array();
  }

  private static long[] numbers(byte[] bytes) {
    long[] numbers = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
    return numbers;
  }
}
