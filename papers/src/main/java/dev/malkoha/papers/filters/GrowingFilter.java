package dev.malkoha.papers.filters;

import dev.malkoha.filter.cuckoo.CuckooFilter;
import java.util.function.Function;

/** Our cuckoo filter as the paper has it: the keys are added one by one. */
final class GrowingFilter implements KeyFilter {

  private static final long SALT = 0x6D61_6C6B_6F68_6133L;

  private final CuckooFilter filter;

  private GrowingFilter(CuckooFilter filter) {
    this.filter = filter;
  }

  /** Filters with room for the keys at a rate. */
  static Function<long[], KeyFilter> of(FilterGroup group) {
    return keys -> {
      CuckooFilter filter = CuckooFilter.forKeys(keys.length, group.rate(), SALT);
      for (long key : keys) {
        if (!filter.add(key)) {
          throw new IllegalStateException("the filter found no place for a key");
        }
      }
      return new GrowingFilter(filter);
    };
  }

  @Override
  public boolean contains(long key) {
    return filter.contains(key);
  }

  @Override
  public long sizeBits() {
    return filter.sizeBytes() * Byte.SIZE;
  }

  @Override
  public void remove(long key) {
    if (!filter.remove(key)) {
      throw new IllegalStateException("the filter does not find a key that it holds");
    }
  }
}
