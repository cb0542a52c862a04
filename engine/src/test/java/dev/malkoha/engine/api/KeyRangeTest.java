package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.KeyRange;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

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

  @Property
  void eitherEndMayBeInOrOut(
      @ForAll("keys") byte[] from, @ForAll("keys") byte[] to, @ForAll("keys") byte[] key) {
    int first = Arrays.compareUnsigned(key, from);
    int last = Arrays.compareUnsigned(key, to);
    assertEquals(first > 0, KeyRange.above(from).contains(key));
    assertEquals(last < 0, KeyRange.below(to).contains(key));
    assertEquals(last <= 0, KeyRange.atMost(to).contains(key));
    assertEquals(first >= 0 && last <= 0, KeyRange.closed(from, to).contains(key));
    KeyRange open = KeyRange.above(from).intersect(KeyRange.below(to));
    assertEquals(first > 0 && last < 0, open.contains(key));
    assertEquals(open, KeyRange.below(to).intersect(KeyRange.above(from)));
  }

  @Property
  void bothHoldsWhatEachHolds(
      @ForAll("keys") byte[] a, @ForAll("keys") byte[] b, @ForAll("keys") byte[] key) {
    for (KeyRange one : List.of(KeyRange.all(), KeyRange.prefix(a), KeyRange.atMost(a))) {
      for (KeyRange other : List.of(KeyRange.atLeast(b), KeyRange.below(b), KeyRange.all())) {
        boolean both = one.contains(key) && other.contains(key);
        assertEquals(both, one.intersect(other).contains(key));
      }
    }
  }

  /** No end is longer than a key can be, and yet none is off by one. */
  @Test
  void theLongestKeysHaveNeighboursToo() {
    byte[] greatest = key(65_535, 0xFF, 0xFF);
    byte[] next = key(65_535, 0xFF, 0xFE);
    byte[] shorter = key(65_534, 0xFF, 0xFF);
    byte[] other = key(65_535, 'k', 'k');

    assertTrue(KeyRange.above(greatest).isEmpty());
    assertEquals(KeyRange.all(), KeyRange.atMost(greatest));
    assertTrue(KeyRange.above(next).contains(greatest));
    assertFalse(KeyRange.above(next).contains(next));
    assertFalse(KeyRange.atMost(next).contains(greatest));
    assertTrue(KeyRange.above(shorter).contains(key(65_535, 0xFF, 0)));
    assertFalse(KeyRange.above(shorter).contains(shorter));
    assertArrayEquals(key(65_535, 'k', 'l'), KeyRange.above(other).from());
    assertArrayEquals(key(65_535, 'k', 'l'), KeyRange.atMost(other).to());
    assertTrue(KeyRange.atMost(other).contains(other));
  }

  private static byte[] key(int length, int with, int last) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) with);
    key[length - 1] = (byte) last;
    return key;
  }

  @Test
  void printsItsEnds() {
    assertEquals("[, ...)", KeyRange.all().toString());
    assertEquals("[6b, 6c)", KeyRange.prefix(new byte[] {'k'}).toString());
    assertEquals("[, ff00)", KeyRange.atMost(new byte[] {-1}).toString());
    assertEquals(
        "[6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b.. (17 bytes), ...)",
        KeyRange.atLeast(key(17, 'k', 'k')).toString());
  }
}
