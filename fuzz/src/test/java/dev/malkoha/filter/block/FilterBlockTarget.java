package dev.malkoha.filter.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import dev.malkoha.filter.cuckoo.CuckooMap;
import dev.malkoha.fuzz.Input;
import dev.malkoha.fuzz.Limits;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A filter block: it is opened, asked, and keys are taken out of it. */
public final class FilterBlockTarget {

  private static final int KEYS = 40;
  private static final long[] HASHES = new SplittableRandom(1).longs(KEYS).toArray();

  private FilterBlockTarget() {}

  /** Sound blocks of every kind. */
  public static Stream<byte[]> seeds() {
    Stream<FilterPolicy> policies =
        Stream.of(
            FilterPolicy.none(),
            FilterPolicy.bloom(10),
            FilterPolicy.blockedBloom(10),
            FilterPolicy.cuckoo(0.002),
            FilterPolicy.cuckoo(1e-6),
            FilterPolicy.semiSortedCuckoo(0.002),
            FilterPolicy.semiSortedCuckoo(1e-6),
            FilterPolicy.windowedCuckoo(0.002));
    CuckooMap map = CuckooMap.of(9, 3, 12, 5);
    map.add(HASHES[0], 5);
    CuckooFilter narrow = CuckooFilter.plain(5, 4, 12, 3);
    narrow.add(HASHES[1]);
    Stream<byte[]> built = policies.map(policy -> policy.build(HASHES.clone(), HASHES.length, 77));
    Stream<byte[]> kept =
        Stream.of(
            map.seal(), narrow.seal(), FilterBlock.headerOnly(FilterKind.ALWAYS_MAYBE, 1, 3, KEYS));
    return Stream.concat(built, kept).map(block -> Input.bytes(0, block));
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Input input = Input.of(data);
    byte[] block = input.content();
    if (input.isSealed() && block.length >= BlockHeader.BYTES) {
      int checksum = FilterBlock.checksum(block, 0, block.length);
      Bytes.putInt(block, BlockHeader.CHECKSUM_AT, checksum);
    }
    boolean opens = Limits.keeps(block.length, NoRefusal.class, () -> ask(block));
    assertTrue(opens);
    Limits.keeps(block.length, IllegalArgumentException.class, () -> goOn(block.clone()));
    Limits.keeps(block.length, IllegalArgumentException.class, () -> goOnWithMap(block.clone()));
  }

  private static void goOn(byte[] block) {
    CuckooFilter filter = CuckooFilter.open(block);
    boolean added = filter.add(HASHES[0]);
    assertTrue(!added || filter.contains(HASHES[0]));
    filter.remove(HASHES[1]);
    assertTrue(filter.size() >= 0 && filter.removed() >= 0);
    assertEquals("", Filters.open(filter.seal(), 0, block.length).problem());
  }

  private static void goOnWithMap(byte[] block) {
    CuckooMap map = CuckooMap.open(block);
    boolean added = map.add(HASHES[0], 1);
    assertTrue(!added || map.values(HASHES[0]).length > 0);
    map.remove(HASHES[1], 0);
    assertEquals("", Filters.open(map.seal(), 0, block.length).problem());
  }

  private static void ask(byte[] block) throws Exception {
    Filter filter = Filters.open(block, 0, block.length);
    long answers = filter.mayContain(HASHES, 0, KEYS);
    for (int i = 0; i < KEYS; i++) {
      assertEquals((answers >>> i & 1) != 0, filter.mayContain(HASHES[i]));
    }
    double rate = filter.expectedFalsePositiveRate();
    assertTrue(rate >= 0 && rate <= 1, () -> "a rate of " + rate);
    assertEquals(block.length, filter.sizeBytes());
    assertTrue(filter.keys() >= 0 && !filter.kind().isEmpty());
    assertTrue(filter.problem().isEmpty() || answers == (1L << KEYS) - 1);
    if (filter instanceof RemovableFilter removable) {
      assertTrue(removable.removed() >= 0);
      long[] removals = Stream.of(0, 1, 2).mapToLong(i -> removable.removal(HASHES[i])).toArray();
      for (int count = 1; count <= removals.length; count++) {
        int most = count;
        Limits.keeps(
            block.length, IllegalArgumentException.class, () -> removable.without(removals, most));
      }
    }
  }

  /** The exceptions of opening a filter: none. */
  private static final class NoRefusal extends Exception {

    private static final long serialVersionUID = 1L;
  }
}
