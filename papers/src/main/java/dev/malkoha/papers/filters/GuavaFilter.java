package dev.malkoha.papers.filters;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.util.function.Function;

/** Guava's Bloom filter over longs, sized by keys and rate; it hashes with Murmur3. */
final class GuavaFilter implements KeyFilter {

  private final BloomFilter<Long> filter;
  private final long sizeBits;

  private GuavaFilter(BloomFilter<Long> filter, long sizeBits) {
    this.filter = filter;
    this.sizeBits = sizeBits;
  }

  static Function<long[], KeyFilter> of(FilterGroup group) {
    return keys -> build(group.rate(), keys);
  }

  private static KeyFilter build(double falsePositiveRate, long[] keys) {
    BloomFilter<Long> filter =
        BloomFilter.create(Funnels.longFunnel(), keys.length, falsePositiveRate);
    for (long key : keys) {
      filter.put(key);
    }
    return new GuavaFilter(filter, sizeBits(keys.length, falsePositiveRate));
  }

  /**
   * The size that the library computes but does not tell: -n ln(p) / ln(2)^2 bits, in words of 64.
   */
  private static long sizeBits(long keys, double falsePositiveRate) {
    double bits = -keys * Math.log(falsePositiveRate) / (Math.log(2) * Math.log(2));
    return ((long) bits + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
  }

  @Override
  public boolean contains(long key) {
    return filter.mightContain(key);
  }

  @Override
  public long sizeBits() {
    return sizeBits;
  }
}
