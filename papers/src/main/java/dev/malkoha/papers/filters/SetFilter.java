package dev.malkoha.papers.filters;

import com.google.common.hash.Funnels;
import com.google.setfilters.cuckoofilter.CuckooFilter;
import com.google.setfilters.cuckoofilter.CuckooFilterConfig;
import com.google.setfilters.cuckoofilter.CuckooFilterHashFunctions;
import com.google.setfilters.cuckoofilter.CuckooFilterStrategies;
import java.util.function.Function;

/** The cuckoo filter of the library setfilters, which hashes with Murmur3. */
final class SetFilter implements KeyFilter {

  /** Its only capacity with semi-sorted buckets, and the load that the library expects of it. */
  private static final int BUCKET_SLOTS = 4;

  private static final double LOAD = 0.95;

  private final CuckooFilter<Long> filter;

  private SetFilter(CuckooFilter<Long> filter) {
    this.filter = filter;
  }

  /** The filter with buckets and fingerprints as the library chooses them for a rate. */
  static Function<long[], KeyFilter> plain(FilterGroup group) {
    return keys ->
        fill(CuckooFilterConfig.Size.computeEfficientSize(group.rate(), keys.length), false, keys);
  }

  /** The filter with semi-sorted buckets: a fingerprint takes a bit less than it has. */
  static Function<long[], KeyFilter> semiSorted(int fingerprintBits) {
    return keys ->
        fill(
            CuckooFilterConfig.Size.newBuilder()
                .setBucketCount((int) Math.ceil(keys.length / (BUCKET_SLOTS * LOAD)))
                .setBucketCapacity(BUCKET_SLOTS)
                .setFingerprintLength(fingerprintBits)
                .build(),
            true,
            keys);
  }

  private static KeyFilter fill(CuckooFilterConfig.Size size, boolean semiSorted, long[] keys) {
    CuckooFilter<Long> filter =
        CuckooFilter.createNew(
            CuckooFilterConfig.newBuilder()
                .setSize(size)
                .setHashFunction(CuckooFilterHashFunctions.MURMUR3_128)
                .setStrategy(CuckooFilterStrategies.SIMPLE_MOD)
                .setUseSpaceOptimization(semiSorted)
                .build(),
            Funnels.longFunnel());
    for (long key : keys) {
      if (!filter.insert(key)) {
        throw new IllegalStateException("setfilters found no place for a key");
      }
    }
    return new SetFilter(filter);
  }

  @Override
  public boolean contains(long key) {
    return filter.contains(key);
  }

  @Override
  public long sizeBits() {
    return (long) filter.serializeTable().asByteArray().length * Byte.SIZE;
  }

  @Override
  public void remove(long key) {
    if (!filter.delete(key)) {
      throw new IllegalStateException("setfilters does not find a key that it holds");
    }
  }
}
