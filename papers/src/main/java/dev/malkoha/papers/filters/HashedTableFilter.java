package dev.malkoha.papers.filters;

import dev.malkoha.filter.KeyHasher;
import java.util.Arrays;
import java.util.function.Function;

/** A table's filter asked with the whole keyed hash of a key, as the store does: XXH3. */
final class HashedTableFilter implements KeyFilter {

  private static final KeyHasher HASHER = new KeyHasher(0x6D61_6C6B_6F68_6132L);

  private final KeyFilter filter;

  private HashedTableFilter(KeyFilter filter) {
    this.filter = filter;
  }

  /** The filters of the policy that a spec names. */
  static Function<long[], KeyFilter> of(String spec) {
    Function<long[], KeyFilter> builder = TableFilter.of(spec);
    return keys ->
        new HashedTableFilter(builder.apply(Arrays.stream(keys).map(HASHER::hash).toArray()));
  }

  @Override
  public boolean contains(long key) {
    return filter.contains(HASHER.hash(key));
  }

  @Override
  public long sizeBits() {
    return filter.sizeBits();
  }
}
