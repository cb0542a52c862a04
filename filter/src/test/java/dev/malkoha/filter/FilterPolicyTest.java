package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPolicyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "cuckoo(1.0E-6)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "bloom(10)",
        "blockedBloom(12)",
        "none()"
      })
  void aSpecIsReadBack(String spec) {
    FilterPolicy policy = FilterPolicy.parse(spec);
    assertEquals(spec, policy.spec());
    assertEquals(spec, policy.toString());
    assertEquals(policy, FilterPolicy.parse(policy.spec()));
    assertEquals(policy.hashCode(), FilterPolicy.parse(policy.spec()).hashCode());
    assertSame(policy, policy.atLevel(0.9, 0.9));
    assertSame(policy, policy.atLevel(0.01, 0.9));
  }

  @Test
  void factoriesAndSpecsMeanTheSame() {
    assertEquals(
        FilterPolicy.semiSortedCuckoo(0.001), FilterPolicy.parse("semiSortedCuckoo(0.001)"));
    assertEquals(FilterPolicy.cuckoo(0.002), FilterPolicy.parse(" cuckoo ( 0.002 ) "));
    assertEquals(FilterPolicy.cuckoo(0.0001), FilterPolicy.parse("cuckoo(0.0001)"));
    assertEquals(FilterPolicy.bloom(10), FilterPolicy.parse("bloom(10)"));
    assertEquals(FilterPolicy.blockedBloom(10), FilterPolicy.parse("blockedBloom(10)"));
    assertSame(FilterPolicy.none(), FilterPolicy.parse("none()"));
    assertNotEquals(FilterPolicy.bloom(10), FilterPolicy.bloom(11));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cuckoo",
        "cuckoo()",
        "cuckoo(x)",
        "cuckoo(0.1, 2)",
        "cuckoo(0.002) and more",
        "bloom(1.5)",
        "bloom(99999999999)",
        "ribbon(10)",
        "none(1)"
      })
  void aSpecThatIsNoneSaysWhatWasExpected(String spec) {
    String message = messageOf(spec);
    assertTrue(message.contains("\"" + spec + "\""), message);
    assertTrue(message.contains("for example cuckoo(0.002)"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "cuckoo(0), to 0.5",
    "cuckoo(0.7), to 0.5",
    "cuckoo(NaN), to 0.5",
    "semiSortedCuckoo(0.6), to 0.5",
    "cuckoo(1e-10), to 0.5",
    "windowedCuckoo(0), to 0.5",
    "windowedCuckoo(0.7), to 0.5",
    "windowedCuckoo(1e-10), to 0.5",
    "bloom(0), from 1 to 64",
    "bloom(65), from 1 to 64",
    "blockedBloom(-3), from 1 to 64"
  })
  void aParameterOutOfRangeSaysTheRange(String spec, String range) {
    String message = messageOf(spec);
    assertTrue(message.contains(range), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuckoo(0.002)", "bloom(10)", "blockedBloom(10)", "none()"})
  void aCountOutsideTheArrayIsRefusedAndTheArrayIsNotChanged(String spec) {
    FilterPolicy policy = FilterPolicy.parse(spec);
    long[] hashes = {3, 1, 2};
    assertThrows(IndexOutOfBoundsException.class, () -> policy.build(hashes, 4, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> policy.build(hashes, -1, 0));
    policy.build(hashes, 3, 0);
    assertArrayEquals(new long[] {3, 1, 2}, hashes);
  }

  @Test
  void noFilterExcludesNothingAndIsNoProblem() {
    byte[] block = FilterPolicy.none().build(new long[] {1, 2}, 2, 3);
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("none", filter.kind());
    assertEquals("", filter.problem());
    assertEquals(2, filter.keys());
    assertEquals(1, filter.expectedFalsePositiveRate());
    assertTrue(filter.mayContain(4));
  }

  private static String messageOf(String spec) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> FilterPolicy.parse(spec)).getMessage());
  }
}
