package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Numbers and byte strings of tables: put and read, and compared a word at a time. */
final class NumbersTest {

  /** Bytes of few kinds, so that strings agree for some length. */
  @Provide
  Arbitrary<byte[]> alike() {
    return Arbitraries.of((byte) 0, (byte) 0x80, (byte) 0xFF).array(byte[].class).ofMaxSize(12);
  }

  /** Long enough for each way of comparing. */
  @Provide
  Arbitrary<byte[]> longAlike() {
    return Arbitraries.of((byte) 0, (byte) 0xFF).array(byte[].class).ofMaxSize(80);
  }

  private static VarintReader reader(byte[] bytes, int from, int to) {
    return new VarintReader("file", 0, bytes, from, to);
  }

  @Property
  void numbersAreReadBackAndNoMore(@ForAll @Size(max = 30) long[] numbers, @ForAll byte[] bytes)
      throws CorruptTableException {
    ByteBuilder builder = new ByteBuilder(0);
    for (long number : numbers) {
      builder.putVarint(number);
    }
    builder.putBytes(bytes, 0, bytes.length);
    VarintReader reader = reader(builder.array(), 0, builder.length());
    for (long number : numbers) {
      assertEquals(number, reader.readLong());
    }
    byte[] read = new byte[bytes.length];
    reader.readBytes(read, 0, read.length);
    assertArrayEquals(bytes, read);
    reader.expectEnd();
    assertThrows(CorruptTableException.class, reader::readLong);
  }

  @Property
  void aNumberThatIsCutOffIsDamage(@ForAll long number, @ForAll @IntRange(max = 9) int left) {
    ByteBuilder builder = new ByteBuilder(1);
    builder.putVarint(number);
    int end = Math.min(left, builder.length() - 1);
    assertThrows(CorruptTableException.class, () -> reader(builder.array(), 0, end).readLong());
  }

  @Property
  void aNumberAboveItsCeilingIsDamage(@ForAll long number, @ForAll int ceiling)
      throws CorruptTableException {
    ByteBuilder builder = new ByteBuilder(16);
    builder.putVarint(number);
    VarintReader reader = reader(builder.array(), 0, builder.length());
    if (number >= 0 && number <= ceiling) {
      assertEquals(number, reader.readInt(ceiling));
    } else {
      assertThrows(CorruptTableException.class, () -> reader.readInt(ceiling));
    }
  }

  @Property
  void rangesAreComparedAsUnsignedBytes(
      @ForAll("longAlike") byte[] a,
      @ForAll("longAlike") byte[] b,
      @ForAll @IntRange(max = 9) int fromA,
      @ForAll @IntRange(max = 9) int fromB) {
    int startA = Math.min(fromA, a.length);
    int startB = Math.min(fromB, b.length);
    int expected = Arrays.compareUnsigned(a, startA, a.length, b, startB, b.length);
    int order = Bytes.compare(a, startA, a.length - startA, b, startB, b.length - startB);
    assertEquals(Integer.signum(expected), Integer.signum(order));
  }

  @Property
  void rangesAreTheSameWhereTheirBytesAre(
      @ForAll("alike") byte[] a,
      @ForAll("alike") byte[] b,
      @ForAll @IntRange(max = 5) int fromA,
      @ForAll @IntRange(max = 5) int fromB) {
    int startA = Math.min(fromA, a.length);
    int startB = Math.min(fromB, b.length);
    int most = Math.min(a.length - startA, b.length - startB);
    for (int length = 0; length <= most; length++) {
      boolean equal = Arrays.equals(a, startA, startA + length, b, startB, startB + length);
      assertEquals(equal, Bytes.same(a, startA, b, startB, length));
    }
  }

  /** Heads may be equal where keys differ, but never in the wrong order. */
  @Property
  void headsNeverContradictTheOrderOfKeys(@ForAll("alike") byte[] a, @ForAll("alike") byte[] b) {
    int byKey = Arrays.compareUnsigned(a, b);
    int byHead = Long.compareUnsigned(Bytes.head(a, 0, a.length), Bytes.head(b, 0, b.length));
    assertTrue(byHead == 0 || Integer.signum(byHead) == Integer.signum(byKey));
    assertTrue(byHead != 0 || byKey == 0 || padded(a, b));
  }

  /** Whether both are equal in their first eight bytes, the shorter one padded with zeros. */
  private static boolean padded(byte[] a, byte[] b) {
    return Arrays.equals(Arrays.copyOf(a, Long.BYTES), Arrays.copyOf(b, Long.BYTES));
  }

  /** A separator is not below the last key of its block, and below the first of the next. */
  @Property
  void aSeparatorLiesBetweenItsKeys(@ForAll("alike") byte[] one, @ForAll("alike") byte[] other) {
    int order = Arrays.compareUnsigned(one, other);
    if (order != 0) {
      byte[] last = (order < 0 ? one : other).clone();
      byte[] next = order < 0 ? other : one;
      byte[] cut = last.clone();
      int length = BlockIndexBuilder.separate(cut, cut.length, next, 0, next.length);
      byte[] separator = Arrays.copyOf(cut, length);
      assertTrue(Arrays.compareUnsigned(last, separator) <= 0);
      assertTrue(Arrays.compareUnsigned(separator, next) < 0);
      assertTrue(length <= last.length);
    }
  }
}
