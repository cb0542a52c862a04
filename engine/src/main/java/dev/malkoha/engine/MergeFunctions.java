package dev.malkoha.engine;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.base.OperandFold;
import org.jspecify.annotations.Nullable;

/**
 * Ready merge functions. The store keeps with a keyspace which one it has, so that it need not be
 * given at later openings. All of them are associative.
 */
public final class MergeFunctions {

  private MergeFunctions() {}

  /**
   * Adds a number of 8 bytes, big-endian, to another one; wraps around. No value counts as 0. See
   * {@link #number(long)}.
   */
  public static MergeFunction longSum() {
    return new OfLongs("longSum", Long::sum);
  }

  /** Keeps the greater of signed numbers of 8 bytes, big-endian. */
  public static MergeFunction longMax() {
    return new OfLongs("longMax", Math::max);
  }

  /** Keeps the lesser of signed numbers of 8 bytes, big-endian. */
  public static MergeFunction longMin() {
    return new OfLongs("longMin", Math::min);
  }

  /**
   * Appends operands to the value, with a separator before each one that something precedes.
   *
   * @param separator 0 to 64 bytes
   */
  public static MergeFunction append(byte[] separator) {
    if (separator.length > Append.SEPARATOR_MAX) {
      throw new IllegalArgumentException(
          "the separator has "
              + separator.length
              + " bytes; it must have at most "
              + Append.SEPARATOR_MAX);
    }
    return new Append(separator.clone());
  }

  /** Unites sets of byte arrays, as {@link #set} makes them. No value counts as the empty set. */
  public static MergeFunction union() {
    return new Union("union");
  }

  /** Sets the bits of an operand in the value, from the first byte on. No value has no bits. */
  public static MergeFunction bitOr() {
    return new BitOr("bitOr");
  }

  /** A number as {@link #longSum}, {@link #longMax} and {@link #longMin} have it. */
  public static byte[] number(long number) {
    byte[] bytes = new byte[Long.BYTES];
    Bytes.putLongBigEndian(bytes, 0, number);
    return bytes;
  }

  /**
   * The number that a value is.
   *
   * @throws IllegalArgumentException if it has not 8 bytes
   */
  public static long number(byte[] value) {
    if (value.length != Long.BYTES) {
      throw new IllegalArgumentException(
          "a number has " + value.length + " bytes; it must have 8, big-endian");
    }
    return Bytes.getLongBigEndian(value, 0);
  }

  /** A set as {@link #union} has it: each element once, in unsigned order, after its length. */
  public static byte[] set(byte[]... elements) {
    SortedSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(Arrays.asList(elements));
    return Union.encode(sorted);
  }

  /**
   * The elements of a set, in unsigned order.
   *
   * @throws IllegalArgumentException if the value is no set
   */
  public static List<byte[]> elements(byte[] value) {
    return List.copyOf(Union.decode(value));
  }

  /** The function of a spec; null if there is none. */
  static @Nullable MergeFunction parse(String spec) {
    return switch (spec) {
      case "longSum" -> longSum();
      case "longMax" -> longMax();
      case "longMin" -> longMin();
      case "union" -> union();
      case "bitOr" -> bitOr();
      default -> spec.startsWith(Append.NAME) ? appendOf(spec) : null;
    };
  }

  private static @Nullable MergeFunction appendOf(String spec) {
    try {
      return append(HexFormat.of().parseHex(spec.substring(Append.NAME.length())));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** A function that a store finds by what it has stored. */
  interface Ready extends MergeFunction {

    /** What is stored: letters, digits and dots. */
    String spec();

    @Override
    default boolean isAssociative() {
      return true;
    }

    @Override
    default byte[] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      byte[] merged = value;
      for (byte[] operand : operands) {
        merged = merged == null ? operand : combine(key, merged, operand);
      }
      return Objects.requireNonNull(merged);
    }

    /** Each function has one of the two: to merge many at once, or to combine two. */
    @Override
    default byte[] combine(byte[] key, byte[] older, byte[] newer) {
      return merge(key, older, List.of(newer));
    }
  }

  /** An operation on numbers of 8 bytes. */
  private record OfLongs(String spec, LongBinaryOperator operation) implements Ready, OperandFold {

    @Override
    public byte[] combine(byte[] key, byte[] older, byte[] newer) {
      return number(operation.applyAsLong(number(older), number(newer)));
    }

    @Override
    public void checkOperand(byte[] operand) {
      number(operand);
    }

    @Override
    public byte @Nullable [] fold(byte[] older, byte[] newer) {
      boolean areNumbers = older.length == Long.BYTES && newer.length == Long.BYTES;
      return areNumbers ? combine(newer, older, newer) : null;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by its spec
  private record Append(byte[] separator) implements Ready {

    static final String NAME = "append.";
    static final int SEPARATOR_MAX = 64;

    @Override
    public String spec() {
      return NAME + HexFormat.of().formatHex(separator);
    }

    @Override
    public byte[] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      if (value != null) {
        out.writeBytes(value);
      }
      boolean isFirst = value == null;
      for (byte[] operand : operands) {
        if (!isFirst) {
          out.writeBytes(separator);
        }
        out.writeBytes(operand);
        isFirst = false;
      }
      return out.toByteArray();
    }
  }

  private record Union(String spec) implements Ready {

    @Override
    public byte[] merge(byte[] key, byte @Nullable [] value, List<byte[]> operands) {
      SortedSet<byte[]> all = value == null ? decode(new byte[0]) : decode(value);
      operands.forEach(operand -> all.addAll(decode(operand)));
      return encode(all);
    }

    @Override
    public void checkOperand(byte[] operand) {
      decode(operand);
    }

    static byte[] encode(SortedSet<byte[]> elements) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] length = new byte[Integer.BYTES + 1];
      for (byte[] element : elements) {
        out.write(length, 0, Bytes.putVarint(length, 0, element.length));
        out.writeBytes(element);
      }
      return out.toByteArray();
    }

    static SortedSet<byte[]> decode(byte[] value) {
      SortedSet<byte[]> elements = new TreeSet<>(Arrays::compareUnsigned);
      ByteReader in = new ByteReader(value, 0, value.length);
      try {
        while (in.remaining() > 0) {
          int length = in.readInt(in.remaining());
          int at = value.length - in.remaining();
          in.skip(length);
          byte[] element = Arrays.copyOfRange(value, at, at + length);
          if (!elements.isEmpty() && Arrays.compareUnsigned(elements.last(), element) >= 0) {
            throw new IllegalArgumentException(NO_SET + "its elements do not ascend");
          }
          elements.add(element);
        }
      } catch (MalformedBytesException e) {
        throw new IllegalArgumentException(NO_SET + e.getMessage(), e);
      }
      return elements;
    }

    private static final String NO_SET = "no set as MergeFunctions.set() makes one: ";
  }

  private record BitOr(String spec) implements Ready, OperandFold {

    @Override
    public byte[] combine(byte[] key, byte[] older, byte[] newer) {
      byte[] longer = older.length < newer.length ? newer : older;
      byte[] bits = longer.clone();
      for (int i = 0; i < Math.min(older.length, newer.length); i++) {
        bits[i] = (byte) (older[i] | newer[i]);
      }
      return bits;
    }

    @Override
    public byte @Nullable [] fold(byte[] older, byte[] newer) {
      return older.length == newer.length ? combine(newer, older, newer) : null;
    }
  }
}
