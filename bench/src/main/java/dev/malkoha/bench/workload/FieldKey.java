package dev.malkoha.bench.workload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A structured key such as {@code user:00000370:field:03}. Written over each time. */
final class FieldKey {

  /** Fields of each user. */
  static final int FIELDS = 20;

  /** Length of a key. */
  static final int BYTES = 22;

  private static final int USER_START = 5;
  private static final int USER_END = 13;

  /** Length of what all keys of a user begin with. */
  static final int PREFIX_BYTES = 20;

  private final byte[] bytes = "user:00000000:field:00".getBytes(StandardCharsets.US_ASCII);

  /** The key of a user's field; valid until the next call. */
  byte[] of(int user, int field) {
    RecordKey.digits(bytes, USER_START, USER_END, user);
    RecordKey.digits(bytes, PREFIX_BYTES, bytes.length, field);
    return bytes;
  }

  /** The prefix of all keys of a user, as an array of its own. */
  byte[] prefix(int user) {
    return Arrays.copyOf(of(user, 0), PREFIX_BYTES);
  }
}
