package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.KeyRange;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A range holds the keys that its definition says, and no other. */
final class KeyRangeTest {

  /** Short keys of few bytes, with those at the ends among them: so that they meet. */
  @Provide
  Arbitrary<byte[]> keys() {
    return Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF)
        .array(byte[].class)
        .ofMaxSize(4);
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length);
  }

  @Property
  void aPrefixHoldsTheKeysThatBeginWithIt(
      @ForAll("keys") byte[] prefix, @ForAll("keys") byte[] key) {
    KeyRange range = KeyRange.prefix(prefix);
    assertEquals(startsWith(key, prefix), range.contains(key));
    assertTrue(range.contains(prefix));
    assertFalse(range.isEmpty());
  }

  /** No key lies between the last key with a prefix and the range's end. */
  @Property
  void aPrefixEndsAtTheLeastKeyAboveIt(@ForAll("keys") byte[] prefix) {
    byte[] end = KeyRange.prefix(prefix).to();
    if (end == null) {
      assertTrue(startsWith(new byte[] {-1, -1, -1, -1}, prefix));
    } else {
      assertFalse(KeyRange.prefix(prefix).contains(end));
      assertTrue(end[end.length - 1] != 0);
      byte[] below = Arrays.copyOf(end, end.length + 4);
      below[end.length - 1]--;
      Arrays.fill(below, end.length, below.length, (byte) -1);
      assertTrue(startsWith(below, prefix));
    }
  }

  @Property
  void betweenHoldsWhatIsNotBelowTheFirstAndBelowTheLast(
      @ForAll("keys") byte[] from, @ForAll("keys") byte[] to, @ForAll("keys") byte[] key) {
    KeyRange range = KeyRange.between(from, to);
    boolean inside = Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
    assertEquals(inside, range.contains(key));
    assertEquals(Arrays.compareUnsigned(from, to) >= 0, range.isEmpty());
    assertTrue(!range.isEmpty() || !range.contains(key));
  }

  @Property
  void anOpenEndHoldsAllAbove(@ForAll("keys") byte[] from, @ForAll("keys") byte[] key) {
    assertEquals(Arrays.compareUnsigned(from, key) <= 0, KeyRange.atLeast(from).contains(key));
    assertFalse(KeyRange.atLeast(from).isEmpty());
    assertTrue(KeyRange.all().contains(key));
  }

  @Property
  void equalRangesAreThoseOfEqualEnds(
      @ForAll("keys") byte[] a, @ForAll("keys") byte[] b, @ForAll("keys") byte[] c) {
    KeyRange range = KeyRange.between(a, b);
    assertEquals(range, KeyRange.between(a.clone(), b.clone()));
    assertEquals(range.hashCode(), KeyRange.between(a.clone(), b.clone()).hashCode());
    assertEquals(Arrays.equals(b, c), range.equals(KeyRange.between(a, c)));
    assertNotEquals(range, KeyRange.atLeast(a));
  }

  @Property
  void theEndsAreTheRangesOwn(@ForAll("keys") byte[] from, @ForAll("keys") byte[] to) {
    byte[] given = from.clone();
    KeyRange range = KeyRange.between(given, to);
    Arrays.fill(given, (byte) 7);
    Arrays.fill(range.from(), (byte) 7);
    assertArrayEquals(from, range.from());
  }
}
