package dev.malkoha.papers.filters;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A filter as the store's tables carry it: built at once by a policy, opened over its bytes.
 *
 * <p>The random key is itself what the filter takes for the key's hash. The filter mixes it with
 * its salt, as the filters of fastfilter mix a key with their seed: one mixing on each side.
 */
final class TableFilter implements KeyFilter {

  /** Any number; each table has its own. */
  private static final long SALT = 0x6D61_6C6B_6F68_6131L;

  private final byte[] block;
  private final Filter filter;
  private @Nullable CuckooFilter open;

  private TableFilter(byte[] block, Filter filter) {
    this.block = block;
    this.filter = filter;
  }

  /** The filters of the policy that a spec names. */
  static Function<long[], KeyFilter> of(String spec) {
    FilterPolicy policy = FilterPolicy.parse(spec);
    return keys -> build(policy, keys);
  }

  private static KeyFilter build(FilterPolicy policy, long[] keys) {
    byte[] block = policy.build(keys, keys.length, SALT);
    Filter filter = Filters.open(block, 0, block.length);
    if (!filter.problem().isEmpty()) {
      throw new IllegalStateException(policy + ": " + filter.problem());
    }
    return new TableFilter(block, filter);
  }

  @Override
  public boolean contains(long key) {
    return filter.mayContain(key);
  }

  @Override
  public long contains(long[] keys, int from, int count) {
    return filter.mayContain(keys, from, count);
  }

  @Override
  public long sizeBits() {
    return filter.sizeBytes() * Byte.SIZE;
  }

  /** Removes from the same bytes, opened as those of a filter that changes. */
  @Override
  public void remove(long key) {
    if (open == null) {
      open = CuckooFilter.open(block);
    }
    if (!open.remove(key)) {
      throw new IllegalStateException(filter.kind() + " does not find a key that it holds");
    }
  }
}
