package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoFalseNegativeTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "cuckoo(1.0E-6)",
        "semiSortedCuckoo(0.4)",
        "semiSortedCuckoo(1.0E-7)",
        "windowedCuckoo(0.03)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "windowedCuckoo(2.0E-8)",
        "bloom(1)",
        "bloom(10)",
        "bloom(64)",
        "blockedBloom(1)",
        "blockedBloom(10)",
        "blockedBloom(64)",
        "none()"
      })
  void everyKeyOfEverySizeIsFound(String spec) {
    FilterPolicy policy = FilterPolicy.parse(spec);
    for (int count = 0; count <= 300; count++) {
      check(policy, count);
    }
    for (int round = 0; round < 5; round++) {
      check(policy, random.nextInt(100_000));
    }
  }

  private void check(FilterPolicy policy, int count) {
    long[] hashes = random.longs(count).toArray();
    byte[] block = policy.build(hashes, count, random.nextLong());
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("", filter.problem(), this::replay);
    assertEquals(count, filter.keys(), this::replay);
    assertEquals(block.length, filter.sizeBytes(), this::replay);
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "semiSortedCuckoo(0.002)",
        "windowedCuckoo(0.002)",
        "bloom(10)",
        "blockedBloom(10)"
      })
  void aFilterOfNoKeysExcludesEveryKey(String spec) {
    byte[] block = FilterPolicy.parse(spec).build(new long[0], 0, random.nextLong());
    Filter filter = Filters.open(block, 0, block.length);
    for (int i = 0; i < 1000; i++) {
      assertFalse(filter.mayContain(random.nextLong()), this::replay);
    }
    assertEquals(0, filter.expectedFalsePositiveRate());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuckoo(0.002)",
        "cuckoo(1.0E-6)",
        "semiSortedCuckoo(0.001)",
        "windowedCuckoo(0.002)",
        "bloom(10)",
        "blockedBloom(10)"
      })
  void aBlockIsReadInPlaceAmongOtherBytes(String spec) {
    long[] hashes = random.longs(1000).toArray();
    byte[] block = FilterPolicy.parse(spec).build(hashes, 1000, random.nextLong());
    for (int before = 0; before < 10; before++) {
      byte[] file = new byte[before + block.length];
      System.arraycopy(block, 0, file, before, block.length);
      Filter filter = Filters.open(file, before, block.length);
      assertEquals("", filter.problem(), this::replay);
      for (long hash : hashes) {
        assertTrue(filter.mayContain(hash), this::replay);
      }
    }
  }

  private String replay() {
    return Trials.replay(NoFalseNegativeTest.class);
  }
}
