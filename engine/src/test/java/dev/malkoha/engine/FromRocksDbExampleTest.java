package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The keys of docs/from-rocksdb.md: their bytes have the order that the page says they have. */
final class FromRocksDbExampleTest {

  private static final class Keys {
    private Keys() {}

    // example begins
    static byte[] signed(long number) { // negative ones first
      return ByteBuffer.allocate(8).putLong(number ^ Long.MIN_VALUE).array();
    }

    static byte[] newestFirst(Instant time) { // a time since 1970
      return ByteBuffer.allocate(8).putLong(Long.MAX_VALUE - time.toEpochMilli()).array();
    }

    static byte[] decimal(double number) { // any but NaN
      long bits = Double.doubleToLongBits(number);
      return ByteBuffer.allocate(8).putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE).array();
    }

    static byte[] pair(String first, long second) { // by the first, then by the second
      byte[] text = first.getBytes(UTF_8); // without a byte of zero, which ends it
      return ByteBuffer.allocate(text.length + 9)
          .put(text)
          .put((byte) 0)
          .put(signed(second))
          .array();
    }
    // example ends
  }

  /** Throws unless the keys of some things that ascend do so, too. */
  private static <T> void checkAscending(List<T> ascending, Function<T, byte[]> key) {
    List<byte[]> keys = ascending.stream().map(key).toList();
    List<byte[]> sorted = keys.stream().sorted(Arrays::compareUnsigned).toList();
    assertEquals(sorted, keys, () -> "of " + ascending);
  }

  @Test
  void keysHaveTheOrderOfWhatTheyStandFor() {
    checkAscending(
        List.of(Long.MIN_VALUE, -2L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE), Keys::signed);
    Instant now = Instant.ofEpochSecond(1_800_000_000);
    checkAscending(List.of(now, now.minusMillis(1), now.minusSeconds(90_000)), Keys::newestFirst);
    checkAscending(
        List.of(
            Double.NEGATIVE_INFINITY,
            -1e300,
            -1.5,
            -Double.MIN_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            1.5,
            1e300,
            Double.POSITIVE_INFINITY),
        Keys::decimal);
    assertEquals(
        List.of("a-1", "a1", "aa0", "b-5"),
        Stream.of("b-5", "aa0", "a1", "a-1")
            .sorted((x, y) -> Arrays.compareUnsigned(pair(x), pair(y)))
            .toList());
  }

  /** The key of letters with a number after them. */
  private static byte[] pair(String text) {
    int digits = text.indexOf('-') < 0 ? text.length() - 1 : text.indexOf('-');
    return Keys.pair(text.substring(0, digits), Long.parseLong(text.substring(digits)));
  }

  @Test
  void thePageShowsThem() throws IOException {
    assertEquals(
        ShownExample.between(
            Files.readString(Path.of("../docs/from-rocksdb.md"), UTF_8), "```java\n", "```"),
        ShownExample.compiledIn(FromRocksDbExampleTest.class));
  }
}
