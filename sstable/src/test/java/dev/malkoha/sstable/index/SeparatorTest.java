package dev.malkoha.sstable.index;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The separators of an index, of keys that agree for some length. */
final class SeparatorTest {

  @Provide
  Arbitrary<byte[]> alike() {
    return Arbitraries.of((byte) 0, (byte) 0x80, (byte) 0xFF).array(byte[].class).ofMaxSize(12);
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
