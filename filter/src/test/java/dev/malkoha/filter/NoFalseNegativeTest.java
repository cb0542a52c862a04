package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoFalseNegativeTest {

  static Stream<String> specs() {
    return Stream.of("cuckoo(0.002)", "bloom(10)", "blockedBloom(10)", "none()");
  }

  @ParameterizedTest
  @MethodSource("specs")
  void everyKeyOfEverySizeIsFound(String spec) {
    long seed = Seeds.seed();
    SplittableRandom random = new SplittableRandom(seed);
    FilterPolicy policy = FilterPolicy.parse(spec);
    for (int count = 0; count <= 300; count++) {
      long[] hashes = random.longs(count).toArray();
      byte[] block = policy.build(hashes, count, random.nextLong());
      Filter filter = Filters.open(block, 0, block.length);
      assertEquals("", filter.problem(), () -> Seeds.replay(seed));
      assertEquals(count, filter.keys());
      assertEquals(block.length, filter.sizeBytes());
      for (long hash : hashes) {
        assertTrue(filter.mayContain(hash), () -> Seeds.replay(seed));
      }
    }
  }
}
