package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.KeyRange;
import org.junit.jupiter.api.Test;

/** Ranges: where they begin and end, above all where prefixes end in 0xFF. */
class KeyRangeTest {

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void aPrefixEndsBeforeItsSuccessor() {
    assertArrayEquals(bytes(1, 3), KeyRange.prefix(bytes(1, 2)).to());
    assertArrayEquals(bytes(2), KeyRange.prefix(bytes(1, 0xFF)).to());
    assertArrayEquals(bytes(0x80), KeyRange.prefix(bytes(0x7F, 0xFF, 0xFF)).to());
    assertNull(KeyRange.prefix(bytes(0xFF, 0xFF)).to());
    assertNull(KeyRange.prefix(bytes()).to());
    assertEquals(KeyRange.all(), KeyRange.prefix(bytes()));
  }

  @Test
  void containsWhatItShould() {
    KeyRange prefix = KeyRange.prefix(bytes(1, 0xFF));
    assertTrue(prefix.contains(bytes(1, 0xFF)));
    assertTrue(prefix.contains(bytes(1, 0xFF, 0xFF, 0xFF)));
    assertFalse(prefix.contains(bytes(1)));
    assertFalse(prefix.contains(bytes(2)));
    KeyRange between = KeyRange.between(bytes(1), bytes(0x80));
    assertTrue(between.contains(bytes(1)));
    assertTrue(between.contains(bytes(0x7F, 0xFF)));
    assertFalse(between.contains(bytes(0x80)));
    assertTrue(KeyRange.all().contains(bytes()));
    assertFalse(KeyRange.atLeast(bytes(0)).contains(bytes()));
  }

  @Test
  void knowsWhenItIsEmpty() {
    assertTrue(KeyRange.between(bytes(2), bytes(1)).isEmpty());
    assertTrue(KeyRange.between(bytes(1), bytes(1)).isEmpty());
    assertFalse(KeyRange.between(bytes(1), bytes(1, 0)).isEmpty());
    assertFalse(KeyRange.all().isEmpty());
  }

  @Test
  void isAValueOfItsOwn() {
    byte[] from = bytes(1);
    byte[] to = bytes(2);
    KeyRange range = KeyRange.between(from, to);
    from[0] = 9;
    to[0] = 9;
    range.from()[0] = 9;
    assertEquals(KeyRange.between(bytes(1), bytes(2)), range);
    assertEquals(KeyRange.between(bytes(1), bytes(2)).hashCode(), range.hashCode());
    assertNotEquals(KeyRange.atLeast(bytes(1)), range);
  }
}
