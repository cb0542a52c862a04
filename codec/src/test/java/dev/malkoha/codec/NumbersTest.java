package dev.malkoha.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Numbers and byte strings: written and read, and compared a word at a time. */
final class NumbersTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(NumbersTest.class);

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

  private static ByteReader reader(byte[] bytes, int from, int to) {
    return new ByteReader(bytes, from, to);
  }

  @Property
  void numbersAreReadBackAndNoMore(@ForAll @Size(max = 30) long[] numbers, @ForAll byte[] bytes) {
    ByteWriter builder = new ByteWriter(0);
    for (long number : numbers) {
      builder.writeVarint(number);
    }
    builder.write(bytes, 0, bytes.length);
    ByteReader reader = reader(builder.array(), 0, builder.length());
    for (long number : numbers) {
      assertEquals(number, reader.readVarint());
    }
    byte[] read = new byte[bytes.length];
    reader.read(read, 0, read.length);
    assertArrayEquals(bytes, read);
    reader.expectEnd();
    assertThrows(MalformedBytesException.class, reader::readVarint);
  }

  @Property
  void aNumberThatIsCutOffIsMalformed(@ForAll long number, @ForAll @IntRange(max = 9) int left) {
    ByteWriter builder = new ByteWriter(1);
    builder.writeVarint(number);
    int end = Math.min(left, builder.length() - 1);
    assertThrows(MalformedBytesException.class, () -> reader(builder.array(), 0, end).readVarint());
  }

  @Property
  void aNumberAboveItsCeilingIsMalformed(@ForAll long number, @ForAll int ceiling) {
    ByteWriter builder = new ByteWriter(16);
    builder.writeVarint(number);
    ByteReader reader = reader(builder.array(), 0, builder.length());
    if (number >= 0 && number <= ceiling) {
      assertEquals(number, reader.readInt(ceiling));
    } else {
      assertThrows(MalformedBytesException.class, () -> reader.readInt(ceiling));
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

  @Test
  void compareIsByteOrderOfRanges() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 300_000; i++) {
      byte[] a = new byte[random.nextInt(90)];
      random.nextBytes(a);
      byte[] b = Arrays.copyOf(a, random.nextInt(90));
      if (b.length > 0 && random.nextInt(4) > 0) {
        b[random.nextInt(b.length)] = (byte) random.nextInt(256);
      }
      int fromA = random.nextInt(Math.min(9, a.length + 1));
      int fromB = random.nextInt(3) == 0 ? 0 : Math.min(fromA, b.length);
      int expected = Arrays.compareUnsigned(a, fromA, a.length, b, fromB, b.length);
      int compared = Bytes.compare(a, fromA, a.length - fromA, b, fromB, b.length - fromB);
      assertEquals(Integer.signum(expected), Integer.signum(compared), REPLAY);
    }
  }

  @Test
  void sameIsEqualityOfRanges() {
    SplittableRandom random = new SplittableRandom(SEED);
    int same = 0;
    for (int i = 0; i < 300_000; i++) {
      byte[] a = new byte[random.nextInt(40)];
      byte[] b = new byte[random.nextInt(40)];
      int length = random.nextInt(Math.min(a.length, b.length) + 1);
      int fromA = random.nextInt(a.length - length + 1);
      int fromB = random.nextInt(b.length - length + 1);
      random.nextBytes(a);
      random.nextBytes(b);
      System.arraycopy(a, fromA, b, fromB, length);
      if (length > 0 && random.nextBoolean()) {
        b[fromB + random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
      }
      boolean expected = Arrays.equals(a, fromA, fromA + length, b, fromB, fromB + length);
      assertEquals(expected, Bytes.same(a, fromA, b, fromB, length), REPLAY);
      same += expected ? 1 : 0;
    }
    assertTrue(same > 100_000);
  }
}
