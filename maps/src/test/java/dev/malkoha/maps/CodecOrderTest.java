package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Each key codec has the order of its type, alone and within a tuple, and loses nothing. */
final class CodecOrderTest {

  private record Visit(String who, Instant at, int place) {}

  private record Mixed(boolean a, byte b, short c, char d, float e, double f, DayOfWeek g) {}

  private static <K> void holds(KeyCodec<K> codec, Comparator<K> order, K one, K other) {
    int expected = Integer.signum(order.compare(one, other));
    assertEquals(expected, Integer.signum(codec.compare(one, other)), "alone");
    assertTrue(Objects.deepEquals(one, codec.decode(codec.encode(one))), "alone, read again");
    TupleCodec<Pair<K, Integer>> pairs = Codecs.tuple(codec, Codecs.ints());
    int behind = expected == 0 ? Integer.compare(3, 2) : expected;
    assertEquals(
        behind,
        Integer.signum(pairs.compare(new Pair<>(one, 3), new Pair<>(other, 2))),
        "within a tuple");
    Pair<K, Integer> read = pairs.decode(pairs.encode(new Pair<>(one, 3)));
    assertTrue(Objects.deepEquals(one, read.first()), "within a tuple, read again");
    assertEquals(3, read.second());
    assertEquals(
        expected == 0, pairs.prefix(one).contains(pairs.encode(new Pair<>(other, 7))), "a prefix");
    tellsItsEnd(codec, one, other, expected == 0);
  }

  /** No written key is the beginning of another one. */
  private static <K> void tellsItsEnd(KeyCodec<K> codec, K one, K other, boolean isSame) {
    byte[] a = written(codec, one);
    byte[] b = written(codec, other);
    boolean isBeginning = a.length <= b.length && Arrays.equals(a, Arrays.copyOf(b, a.length));
    assertEquals(isSame, isBeginning, "the beginning of another key");
  }

  private static <K> byte[] written(KeyCodec<K> codec, K key) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(key, bytes);
    return bytes.toByteArray();
  }

  /** Strings of few units that matter: those at the borders of lengths, and surrogates. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<Character> borders =
        Arbitraries.of(
            '\0', '\1', '\2', 'a', 'b', '\u007F', '\u0080', '\u07FF', '\u0800', '\uD7FF', '\uD800',
            '\uDBFF', '\uDC00', '\uDFFF', '\uE000', '\uFFFF');
    Arbitrary<Character> any = Arbitraries.integers().between(0, 0xFFFF).map(c -> (char) (int) c);
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(4, borders), net.jqwik.api.Tuple.of(1, any))
        .list()
        .ofMaxSize(5)
        .map(
            units -> {
              StringBuilder text = new StringBuilder();
              units.forEach(text::append);
              return text.toString();
            });
  }

  @Provide
  Arbitrary<byte[]> arrays() {
    return Arbitraries.of(
            (byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 127, (byte) -128, (byte) -1)
        .array(byte[].class)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<Double> numbers() {
    Arbitrary<Double> borders =
        Arbitraries.of(
            -0.0,
            0.0,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.MAX_VALUE);
    return Arbitraries.oneOf(borders, Arbitraries.longs().map(Double::longBitsToDouble));
  }

  @Provide
  Arbitrary<Instant> moments() {
    Arbitrary<Long> seconds =
        Arbitraries.longs()
            .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
            .edgeCases(edges -> edges.add(-1L, 0L, 1L));
    Arbitrary<Integer> nanos = Arbitraries.integers().between(0, 999_999_999);
    return Combinators.combine(seconds, nanos).as(Instant::ofEpochSecond);
  }

  @Provide
  Arbitrary<BigInteger> wholes() {
    Arbitrary<BigInteger> powers =
        Combinators.combine(
                Arbitraries.integers().between(0, 1100),
                Arbitraries.integers().between(-1, 1),
                Arbitraries.of(-1, 1))
            .as(
                (bits, off, sign) ->
                    BigInteger.ONE
                        .shiftLeft(bits)
                        .add(BigInteger.valueOf(off))
                        .multiply(BigInteger.valueOf(sign)));
    return Arbitraries.oneOf(powers, Arbitraries.bigIntegers());
  }

  @Property
  void strings(@ForAll("texts") String one, @ForAll("texts") String other) {
    holds(Codecs.strings(), Comparator.naturalOrder(), one, other);
    assertEquals(
        other.startsWith(one),
        dev.malkoha.engine.KeyRange.prefix(Codecs.strings().encode(one))
            .contains(Codecs.strings().encode(other)));
  }

  @Property
  void byteArrays(@ForAll("arrays") byte[] one, @ForAll("arrays") byte[] other) {
    holds(Codecs.bytes(), Arrays::compareUnsigned, one, other);
  }

  @Property
  void ints(@ForAll int one, @ForAll int other) {
    holds(Codecs.ints(), Comparator.naturalOrder(), one, other);
    holds(Codecs.unsignedInts(), Integer::compareUnsigned, one, other);
  }

  @Property
  void longs(@ForAll long one, @ForAll long other) {
    holds(Codecs.longs(), Comparator.naturalOrder(), one, other);
    holds(Codecs.unsignedLongs(), Long::compareUnsigned, one, other);
  }

  @Property
  void doubles(@ForAll("numbers") double one, @ForAll("numbers") double other) {
    holds(Codecs.doubles(), Double::compare, one, other);
  }

  @Property
  void instants(@ForAll("moments") Instant one, @ForAll("moments") Instant other) {
    holds(Codecs.instants(), Comparator.naturalOrder(), one, other);
  }

  @Property
  void uuids(@ForAll @Size(4) long[] halves) {
    UUID one = new UUID(halves[0], halves[1]);
    holds(Codecs.uuids(), Comparator.naturalOrder(), one, new UUID(halves[2], halves[3]));
    holds(Codecs.uuids(), Comparator.naturalOrder(), one, new UUID(halves[0], halves[3]));
  }

  @Property
  void bigIntegers(@ForAll("wholes") BigInteger one, @ForAll("wholes") BigInteger other) {
    holds(Codecs.bigIntegers(), Comparator.naturalOrder(), one, other);
  }

  @Property
  void enums(@ForAll DayOfWeek one, @ForAll DayOfWeek other) {
    holds(Codecs.enums(DayOfWeek.class), Comparator.naturalOrder(), one, other);
    Codec<DayOfWeek> names = Codecs.enumNames(DayOfWeek.class);
    assertEquals(one, names.decode(names.encode(one)));
  }

  @Property
  void triples(
      @ForAll("texts") String a,
      @ForAll("arrays") byte[] b,
      @ForAll("wholes") BigInteger c,
      @ForAll("texts") String d,
      @ForAll("arrays") byte[] e,
      @ForAll("wholes") BigInteger f) {
    Comparator<Triple<String, byte[], BigInteger>> order =
        Comparator.<Triple<String, byte[], BigInteger>, String>comparing(Triple::first)
            .thenComparing(Triple::second, Arrays::compareUnsigned)
            .thenComparing(Triple::third);
    TupleCodec<Triple<String, byte[], BigInteger>> codec =
        Codecs.tuple(Codecs.strings(), Codecs.bytes(), Codecs.bigIntegers());
    Triple<String, byte[], BigInteger> one = new Triple<>(a, b, c);
    Triple<String, byte[], BigInteger> other = new Triple<>(d, e, f);
    assertEquals(
        Integer.signum(order.compare(one, other)), Integer.signum(codec.compare(one, other)));
    assertEquals(
        a.equals(d) && Arrays.equals(b, e), codec.prefix(a, b).contains(codec.encode(other)));
    Triple<String, byte[], BigInteger> read = codec.decode(codec.encode(one));
    assertEquals(a, read.first());
    assertTrue(Arrays.equals(b, read.second()));
    assertEquals(c, read.third());
  }

  @Property
  void records(
      @ForAll("texts") String a,
      @ForAll("moments") Instant b,
      @ForAll int c,
      @ForAll("texts") String d,
      @ForAll("moments") Instant e,
      @ForAll int f) {
    Comparator<Visit> order =
        Comparator.comparing(Visit::who).thenComparing(Visit::at).thenComparingInt(Visit::place);
    holds(Codecs.recordKeys(Visit.class), order, new Visit(a, b, c), new Visit(d, e, f));
  }

  @Property
  void recordsOfOtherPrimitives(
      @ForAll boolean a,
      @ForAll byte b,
      @ForAll short c,
      @ForAll char d,
      @ForAll float e,
      @ForAll("numbers") double f,
      @ForAll DayOfWeek g,
      @ForAll boolean other) {
    Comparator<Mixed> order =
        Comparator.comparing(Mixed::a)
            .thenComparingInt(Mixed::b)
            .thenComparingInt(Mixed::c)
            .thenComparingInt(Mixed::d)
            .thenComparingDouble(Mixed::e)
            .thenComparingDouble(Mixed::f)
            .thenComparing(Mixed::g);
    Mixed one = new Mixed(a, b, c, d, e, f, g);
    KeyCodec<Mixed> codec = Codecs.recordKeys(Mixed.class);
    holds(codec, order, one, new Mixed(other, b, c, d, e, f, g));
    holds(codec, order, one, new Mixed(a, (byte) (b + 1), c, d, e, f, g));
    holds(codec, order, one, new Mixed(a, b, (short) (c + 1), d, e, f, g));
    holds(codec, order, one, new Mixed(a, b, c, (char) (d + 1), e, f, g));
    holds(codec, order, one, new Mixed(a, b, c, d, -e, f, g));
    holds(codec, order, one, new Mixed(a, b, c, d, e, -f, g));
    Codec<Mixed> values = Codecs.records(Mixed.class);
    assertEquals(one, values.decode(values.encode(one)));
  }
}
