package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes of keys and values are those of docs/format/keys.md, and other bytes are refused. */
final class CodecFormatTest {

  private static final Path PAGE = Path.of("..", "docs", "format", "keys.md");

  private record Bird(String name, @Nullable Integer eggs, DayOfWeek day) {}

  private record Older(String name) {}

  private record Newer(String name, @Nullable Long weight) {}

  private record Stricter(String name, long weight) {}

  private record Positive(int number) {
    @SuppressWarnings("UnusedMethod") // the codec calls it
    Positive {
      if (number <= 0) {
        throw new IllegalArgumentException("not positive");
      }
    }
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static <T> void row(Map<String, String> rows, String shown, Codec<T> codec, T value) {
    byte[] bytes = codec.encode(value);
    assertEquals(value, codec.decode(bytes), shown);
    rows.put(shown, HexFormat.of().formatHex(bytes));
  }

  private static Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    row(rows, "`strings()`, `\"kea\"`", Codecs.strings(), "kea");
    row(rows, "`strings()`, U+0000 U+00E9 U+20AC", Codecs.strings(), "\u0000\u00e9\u20ac");
    row(rows, "`strings()`, U+1F426", Codecs.strings(), "\ud83d\udc26");
    row(rows, "`ints()`, -1", Codecs.ints(), -1);
    row(rows, "`ints()`, 1", Codecs.ints(), 1);
    row(rows, "`unsignedInts()`, 1", Codecs.unsignedInts(), 1);
    row(rows, "`longs()`, -2", Codecs.longs(), -2L);
    row(rows, "`unsignedLongs()`, 258", Codecs.unsignedLongs(), 258L);
    row(rows, "`doubles()`, -0.0", Codecs.doubles(), -0.0);
    row(rows, "`doubles()`, 0.0", Codecs.doubles(), 0.0);
    row(rows, "`doubles()`, -1.5", Codecs.doubles(), -1.5);
    row(rows, "`doubles()`, NaN", Codecs.doubles(), Double.NaN);
    row(
        rows,
        "`instants()`, 1970-01-01T00:00:01.000000002Z",
        Codecs.instants(),
        Instant.ofEpochSecond(1, 2));
    row(
        rows,
        "`uuids()`, 00000000-0000-0001-8000-000000000002",
        Codecs.uuids(),
        new UUID(1, Long.MIN_VALUE + 2));
    row(rows, "`bigIntegers()`, 0", Codecs.bigIntegers(), BigInteger.ZERO);
    row(rows, "`bigIntegers()`, 128", Codecs.bigIntegers(), BigInteger.valueOf(128));
    row(rows, "`bigIntegers()`, -129", Codecs.bigIntegers(), BigInteger.valueOf(-129));
    row(
        rows,
        "`enums(DayOfWeek.class)`, TUESDAY",
        Codecs.enums(DayOfWeek.class),
        DayOfWeek.TUESDAY);
    row(
        rows,
        "`enumNames(DayOfWeek.class)`, FRIDAY",
        Codecs.enumNames(DayOfWeek.class),
        DayOfWeek.FRIDAY);
    row(
        rows,
        "`tuple(strings(), ints())`, `\"kea\"` and 7",
        Codecs.tuple(Codecs.strings(), Codecs.ints()),
        new Pair<>("kea", 7));
    row(
        rows,
        "`tuple(strings(), strings())`, `\"\"` and U+0000 U+0001 `\"a\"`",
        Codecs.tuple(Codecs.strings(), Codecs.strings()),
        new Pair<>("", "\u0000\u0001a"));
    row(
        rows,
        "`records(Bird.class)`, `\"kea\"`, null, FRIDAY",
        Codecs.records(Bird.class),
        new Bird("kea", null, DayOfWeek.FRIDAY));
    row(
        rows,
        "`records(Bird.class)`, `\"kea\"`, 3, FRIDAY",
        Codecs.records(Bird.class),
        new Bird("kea", 3, DayOfWeek.FRIDAY));
    return rows;
  }

  @Test
  void thePageHasTheBytes() throws IOException {
    String page = Files.readString(PAGE);
    rows()
        .forEach(
            (shown, hex) -> {
              String row = "| " + shown + " | `" + hex + "` |";
              assertTrue(page.contains(row), PAGE + " lacks " + row);
            });
  }

  @Test
  void aLongNumberTellsItsLengthInFourBytes() {
    byte[] least = Codecs.bigIntegers().encode(BigInteger.ONE.shiftLeft(127 * 8 - 1).negate());
    byte[] more = Codecs.bigIntegers().encode(BigInteger.ONE.shiftLeft(126 * 8));
    assertEquals("00ffffff8080", HexFormat.of().formatHex(least, 0, 6));
    assertEquals("ff0000007f01", HexFormat.of().formatHex(more, 0, 6));
  }

  private static void refused(Codec<?> codec, String hex) {
    CodecException e =
        assertThrows(CodecException.class, () -> codec.decode(hex(hex)), () -> "bytes " + hex);
    assertNotNull(e.getMessage());
  }

  @Test
  void bytesThatNoKeyHasAreRefused() {
    refused(Codecs.ints(), "800000");
    refused(Codecs.ints(), "8000000000");
    refused(Codecs.strings(), "80");
    refused(Codecs.strings(), "c3");
    refused(Codecs.strings(), "c381c3");
    refused(Codecs.strings(), "c341");
    refused(Codecs.strings(), "c080");
    refused(Codecs.strings(), "e08080");
    refused(Codecs.strings(), "f09f90a6");
    refused(Codecs.doubles(), "ffffffffffffffff");
    refused(Codecs.instants(), "ffffffffffffffff00000000");
    refused(Codecs.instants(), "80000000000000003b9aca00");
    refused(Codecs.bigIntegers(), "80");
    refused(Codecs.bigIntegers(), "7f");
    refused(Codecs.bigIntegers(), "820001");
    refused(Codecs.bigIntegers(), "81ff");
    refused(Codecs.bigIntegers(), "ff0000000101");
    refused(Codecs.bigIntegers(), "ff7fffffff01");
    refused(Codecs.enums(DayOfWeek.class), "0007");
    refused(Codecs.enumNames(DayOfWeek.class), "464f4f");
    refused(Codecs.tuple(Codecs.strings(), Codecs.ints()), "6b6561");
    refused(Codecs.tuple(Codecs.strings(), Codecs.ints()), "01030080000000");
    refused(Codecs.tuple(Codecs.strings(), Codecs.ints()), "0080000000ff");
  }

  @Test
  void bytesThatNoRecordHasAreRefused() {
    Codec<Bird> birds = Codecs.records(Bird.class);
    refused(birds, "056b6561");
    refused(birds, "ffffffffff");
    refused(birds, "80");
    refused(birds, "046b65610000ff");
    refused(Codecs.records(Positive.class), "0580000000");
    refused(Codecs.recordKeys(Positive.class), "80000000");
    refused(Codecs.records(Stricter.class), "046b6561");
    refused(Codecs.records(Stricter.class), "046b656100");
  }

  @Test
  void anyBytesAreReadOrRefused() {
    Codec<?>[] codecs = {
      Codecs.strings(),
      Codecs.bigIntegers(),
      Codecs.records(Bird.class),
      Codecs.tuple(Codecs.bigIntegers(), Codecs.doubles(), Codecs.strings()),
    };
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      for (Codec<?> codec : codecs) {
        readOrRefused(codec, bytes);
      }
    }
  }

  /** What is read has those very bytes, unless it is a record: it may leave out what is null. */
  private static <T> void readOrRefused(Codec<T> codec, byte[] bytes) {
    T value;
    try {
      value = codec.decode(bytes);
    } catch (CodecException e) {
      return;
    }
    if (codec instanceof KeyCodec<T>) {
      assertEquals(HexFormat.of().formatHex(bytes), HexFormat.of().formatHex(codec.encode(value)));
    } else {
      assertEquals(value, codec.decode(codec.encode(value)));
    }
  }

  @Test
  void aRecordMayGrowAtItsEnd() {
    byte[] before = Codecs.records(Older.class).encode(new Older("kea"));
    Newer now = Codecs.records(Newer.class).decode(before);
    assertEquals("kea", now.name());
    assertNull(now.weight());
  }

  @Test
  void whatCannotBeACodecIsRefusedAtOnce() {
    record Odd(StringBuilder text) {}
    assertThrows(IllegalArgumentException.class, () -> Codecs.records(Odd.class));
    assertThrows(IllegalArgumentException.class, () -> Codecs.recordKeys(Odd.class));
    assertThrows(
        IllegalArgumentException.class,
        () -> Codecs.records(Bird.class, Codecs.strings(), Codecs.ints()));
    TupleCodec<Pair<String, Integer>> pairs = Codecs.tuple(Codecs.strings(), Codecs.ints());
    assertThrows(IllegalArgumentException.class, () -> pairs.prefix("a", 1, 2));
    assertThrows(IllegalArgumentException.class, () -> pairs.prefix(1));
  }

  @Test
  void aCodecOfAnotherTypeHasTheSameBytes() {
    KeyCodec<DayOfWeek> days = Codecs.ints().as(DayOfWeek::of, DayOfWeek::getValue);
    assertEquals("80000005", HexFormat.of().formatHex(days.encode(DayOfWeek.FRIDAY)));
    assertEquals(DayOfWeek.FRIDAY, days.decode(hex("80000005")));
    Codec<DayOfWeek> named = Codecs.enumNames(DayOfWeek.class).as(d -> d.plus(1), d -> d.minus(1));
    assertEquals(DayOfWeek.FRIDAY, named.decode(named.encode(DayOfWeek.FRIDAY)));
  }
}
