package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchLookupTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final long[] hashes = random.longs(200).toArray();

  @ParameterizedTest
  @CsvSource({
    "cuckoo, 0",
    "cuckoo, 64",
    "semiSortedCuckoo, 64",
    "windowedCuckoo, 1",
    "windowedCuckoo, 63"
  })
  void manyHashesAreAnsweredAsEachByItself(String kind, int count) {
    Filter filter = build(kind);
    long[] asked = random.longs(100).toArray();
    System.arraycopy(hashes, 0, asked, 20, 40);
    long expected = 0;
    for (int i = 0; i < count; i++) {
      expected |= (filter.mayContain(asked[i + 3]) ? 1L : 0L) << i;
    }
    assertEquals(expected, filter.mayContain(asked, 3, count), this::replay);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "64"})
  void manyFiltersAreAnsweredAsEachByItself(int count) {
    Filter[] filters =
        Stream.generate(() -> build(random.nextBoolean() ? "cuckoo" : "windowedCuckoo"))
            .limit(64)
            .toArray(Filter[]::new);
    long hash = random.nextLong();
    long expected = 0;
    for (int i = 0; i < count; i++) {
      expected |= (filters[i].mayContain(hash) ? 1L : 0L) << i;
    }
    assertEquals(expected, Filters.mayContain(filters, count, hash), this::replay);
    assertEquals(count, Long.bitCount(Filters.mayContain(filters, count, hashes[5])));
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    Filter filter = build("cuckoo");
    assertThrows(IndexOutOfBoundsException.class, () -> filter.mayContain(hashes, 0, 65));
    assertThrows(IndexOutOfBoundsException.class, () -> filter.mayContain(hashes, 190, 11));
    assertThrows(IndexOutOfBoundsException.class, () -> filter.mayContain(hashes, -1, 1));
    Filter[] filters = new Filter[] {filter};
    assertThrows(IndexOutOfBoundsException.class, () -> Filters.mayContain(filters, 2, 1));
  }

  private Filter build(String kind) {
    byte[] block = FilterPolicy.parse(kind + "(0.1)").build(hashes, 200, random.nextLong());
    return Filters.open(block, 0, block.length);
  }

  private String replay() {
    return Trials.replay(BatchLookupTest.class);
  }
}
