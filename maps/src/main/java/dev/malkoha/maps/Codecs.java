package dev.malkoha.maps;

import java.lang.invoke.MethodType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The codecs of common types. Their bytes are a format: what one version writes all later ones
 * read. Key codecs are in the order of their types' {@code compareTo}, or in the one that is named
 * here, and also serve for values.
 */
public final class Codecs {

  private static final long NANOS_MAX = 999_999_999;

  private static final KeyCodec<String> STRINGS = new VariableKey<>(Texts::encode, Texts::decode);
  private static final KeyCodec<byte[]> BYTES = new VariableKey<>(byte[]::clone, byte[]::clone);
  private static final KeyCodec<Integer> UNSIGNED_INTS =
      new FixedKey<>(Integer.BYTES, ByteBuffer::putInt, ByteBuffer::getInt);
  private static final KeyCodec<Long> UNSIGNED_LONGS =
      new FixedKey<>(Long.BYTES, ByteBuffer::putLong, ByteBuffer::getLong);
  private static final KeyCodec<Character> CHARS =
      new FixedKey<>(Character.BYTES, ByteBuffer::putChar, ByteBuffer::getChar);
  private static final KeyCodec<Integer> INTS = UNSIGNED_INTS.as(Codecs::flip, Codecs::flip);
  private static final KeyCodec<Long> LONGS = UNSIGNED_LONGS.as(Codecs::flip, Codecs::flip);
  private static final KeyCodec<Short> SHORTS =
      CHARS.as(c -> (short) (c ^ 0x8000), s -> (char) (s ^ 0x8000));
  private static final KeyCodec<Byte> SINGLES =
      new FixedKey<>(1, (in, b) -> in.put((byte) (b ^ 0x80)), in -> (byte) (in.get() ^ 0x80));
  private static final KeyCodec<Boolean> BOOLEANS =
      new FixedKey<>(1, (out, b) -> out.put((byte) (b ? 1 : 0)), Codecs::bool);
  private static final KeyCodec<Double> DOUBLES =
      LONGS.as(Codecs::toDouble, d -> ordered(Double.doubleToLongBits(d)));
  private static final KeyCodec<Float> FLOATS = DOUBLES.as(Codecs::toFloat, f -> (double) f);
  private static final KeyCodec<Instant> INSTANTS =
      new FixedKey<>(
          Long.BYTES + Integer.BYTES,
          (out, at) -> out.putLong(flip(at.getEpochSecond())).putInt(at.getNano()),
          in -> instant(flip(in.getLong()), in.getInt()));
  private static final KeyCodec<UUID> UUIDS =
      new FixedKey<>(
          2 * Long.BYTES,
          (out, id) ->
              out.putLong(flip(id.getMostSignificantBits()))
                  .putLong(flip(id.getLeastSignificantBits())),
          in -> new UUID(flip(in.getLong()), flip(in.getLong())));
  private static final KeyCodec<BigInteger> BIG_INTEGERS = new BigIntegerKey();

  private static final Map<Class<?>, KeyCodec<?>> BY_CLASS =
      Map.ofEntries(
          Map.entry(String.class, STRINGS),
          Map.entry(byte[].class, BYTES),
          Map.entry(Integer.class, INTS),
          Map.entry(Long.class, LONGS),
          Map.entry(Character.class, CHARS),
          Map.entry(Short.class, SHORTS),
          Map.entry(Byte.class, SINGLES),
          Map.entry(Boolean.class, BOOLEANS),
          Map.entry(Double.class, DOUBLES),
          Map.entry(Float.class, FLOATS),
          Map.entry(Instant.class, INSTANTS),
          Map.entry(UUID.class, UUIDS),
          Map.entry(BigInteger.class, BIG_INTEGERS));

  private Codecs() {}

  /**
   * Strings, in the order of {@link String#compareTo}, that of their 16-bit units. The bytes are
   * UTF-8, but that a character beyond U+FFFF has six bytes instead of four. All keys that begin
   * with a string are {@code KeyRange.prefix(strings().encode(string))}.
   */
  public static KeyCodec<String> strings() {
    return STRINGS;
  }

  /** Arrays of bytes, as they are, in unsigned lexicographic order. */
  public static KeyCodec<byte[]> bytes() {
    return BYTES;
  }

  /** Ints, in 4 bytes. */
  public static KeyCodec<Integer> ints() {
    return INTS;
  }

  /** Ints in the order of {@link Integer#compareUnsigned}, in 4 bytes. */
  public static KeyCodec<Integer> unsignedInts() {
    return UNSIGNED_INTS;
  }

  /** Longs, in 8 bytes. */
  public static KeyCodec<Long> longs() {
    return LONGS;
  }

  /** Longs in the order of {@link Long#compareUnsigned}, in 8 bytes. */
  public static KeyCodec<Long> unsignedLongs() {
    return UNSIGNED_LONGS;
  }

  /**
   * Doubles in the order of {@link Double#compare}, in 8 bytes: -0.0 is below 0.0, and NaN, of
   * which there is one, above all others.
   */
  public static KeyCodec<Double> doubles() {
    return DOUBLES;
  }

  /** Moments, in 12 bytes. */
  public static KeyCodec<Instant> instants() {
    return INSTANTS;
  }

  /** UUIDs in the order of {@link UUID#compareTo}, which takes their halves as signed. */
  public static KeyCodec<UUID> uuids() {
    return UUIDS;
  }

  /** Whole numbers of any size, in a byte more than they need; in 5 more from 127 bytes on. */
  public static KeyCodec<BigInteger> bigIntegers() {
    return BIG_INTEGERS;
  }

  /**
   * Constants of an enum in 2 bytes, by their place in it: later versions of it may only add
   * constants at its end.
   *
   * @see #enumNames
   */
  @SuppressWarnings("EnumOrdinal") // the order of an enum is that of its places
  public static <E extends Enum<E>> KeyCodec<E> enums(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    return CHARS.as(
        place -> {
          if (place >= constants.size()) {
            throw new CodecException(
                type.getName() + " has no constant of the place " + (int) place);
          }
          return constants.get(place);
        },
        constant -> (char) constant.ordinal());
  }

  /** Constants of an enum by their names, as values: later versions of it may move them. */
  public static <E extends Enum<E>> Codec<E> enumNames(Class<E> type) {
    Map<String, E> constants =
        Arrays.stream(type.getEnumConstants()).collect(Collectors.toMap(Enum::name, e -> e));
    return STRINGS.as(
        name -> {
          E constant = constants.get(name);
          if (constant == null) {
            throw new CodecException(type.getName() + " has no constant of the stored name");
          }
          return constant;
        },
        Enum::name);
  }

  /** Pairs in the order of their first parts, then of their second. */
  public static <A, B> TupleCodec<Pair<A, B>> tuple(KeyCodec<A> first, KeyCodec<B> second) {
    @SuppressWarnings("unchecked") // as their codecs give them
    Function<Object[], Pair<A, B>> join = parts -> new Pair<>((A) parts[0], (B) parts[1]);
    return new TupleCodec<>(
        List.of(first, second), key -> new Object[] {key.first(), key.second()}, join);
  }

  /** Triples in the order of their first parts, then of their second, then of their third. */
  public static <A, B, C> TupleCodec<Triple<A, B, C>> tuple(
      KeyCodec<A> first, KeyCodec<B> second, KeyCodec<C> third) {
    @SuppressWarnings("unchecked") // as their codecs give them
    Function<Object[], Triple<A, B, C>> join =
        parts -> new Triple<>((A) parts[0], (B) parts[1], (C) parts[2]);
    return new TupleCodec<>(
        List.of(first, second, third),
        key -> new Object[] {key.first(), key.second(), key.third()},
        join);
  }

  /**
   * Records as keys, in the order of their components, none of which may be null.
   *
   * @param parts a codec for each component in turn; none if all are of classes that this class has
   *     codecs for
   * @throws IllegalArgumentException if there is no codec for a component, or the record's package
   *     is not open to this module
   */
  public static <R extends Record> TupleCodec<R> recordKeys(Class<R> type, KeyCodec<?>... parts) {
    RecordShape<R> shape = new RecordShape<>(type);
    List<KeyCodec<?>> codecs =
        parts.length > 0
            ? List.of(parts)
            : shape.types().<KeyCodec<?>>map(Codecs::keysOf).collect(Collectors.toList());
    shape.checkSize(codecs.size());
    return new TupleCodec<>(
        codecs,
        key -> IntStream.range(0, shape.size()).mapToObj(i -> shape.component(key, i)).toArray(),
        shape::join);
  }

  /**
   * Records as values, by their components, which may be null. A later version of the record may
   * have more components at its end: these are null in values of before, and so not primitive.
   *
   * @param parts a codec for each component in turn; none if all are of classes that this class has
   *     codecs for, or records or enums of such; enums are then stored by their names
   * @throws IllegalArgumentException if there is no codec for a component, or the record's package
   *     is not open to this module
   */
  public static <R extends Record> Codec<R> records(Class<R> type, Codec<?>... parts) {
    RecordShape<R> shape = new RecordShape<>(type);
    Stream<Codec<?>> codecs = parts.length > 0 ? Stream.of(parts) : shape.types().map(Codecs::of);
    return new RecordCodec<>(shape, codecs.collect(Collectors.toList()));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a class of enums is one
  private static KeyCodec<?> keysOf(Class<?> type) {
    KeyCodec<?> codec = BY_CLASS.get(MethodType.methodType(type).wrap().returnType());
    if (codec != null) {
      return codec;
    }
    if (type.isEnum()) {
      return enums((Class) type);
    }
    if (type.isRecord()) {
      return recordKeys((Class) type);
    }
    throw new IllegalArgumentException(
        "there is no codec for " + type.getName() + ": give one for each component");
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a class of enums or records is one
  private static Codec<?> of(Class<?> type) {
    if (type.isEnum()) {
      return enumNames((Class) type);
    }
    return type.isRecord() ? records((Class) type) : keysOf(type);
  }

  private static int flip(int signed) {
    return signed ^ Integer.MIN_VALUE;
  }

  private static long flip(long signed) {
    return signed ^ Long.MIN_VALUE;
  }

  /** The bits of a double as a signed number in the order of doubles, and back. */
  private static long ordered(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  private static double toDouble(long ordered) {
    double value = Double.longBitsToDouble(ordered(ordered));
    if (ordered(Double.doubleToLongBits(value)) != ordered) {
      throw new CodecException("a NaN has other bits than doubles are stored with");
    }
    return value;
  }

  private static float toFloat(double stored) {
    float value = (float) stored;
    if (Double.compare(value, stored) != 0) {
      throw new CodecException("a stored number is no float");
    }
    return value;
  }

  private static boolean bool(ByteBuffer in) {
    byte b = in.get();
    if (b != 0 && b != 1) {
      throw new CodecException("a boolean is neither 0 nor 1");
    }
    return b == 1;
  }

  private static Instant instant(long seconds, int nanos) {
    boolean isOne =
        seconds >= Instant.MIN.getEpochSecond()
            && seconds <= Instant.MAX.getEpochSecond()
            && nanos >= 0
            && nanos <= NANOS_MAX;
    if (!isOne) {
      throw new CodecException("a moment has seconds or nanoseconds out of their range");
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }
}
