package dev.malkoha.papers;

import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A filter as the store's tables have it: collected first, then built at once and only asked. */
final class TableFilter implements DynamicFilter {

  private final FilterPolicy policy;
  private final long salt;
  private long[] hashes = new long[1 << 10];
  private int count;
  private byte @Nullable [] block;
  private @Nullable Filter built;

  TableFilter(FilterPolicy policy, long salt) {
    this.policy = policy;
    this.salt = salt;
  }

  @Override
  public boolean add(long hash) {
    if (built != null) {
      throw new IllegalStateException("a table's filter takes no key once it is built");
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    hashes[count++] = hash;
    return true;
  }

  @Override
  public boolean contains(long hash) {
    return filter().mayContain(hash);
  }

  @Override
  public long size() {
    return count;
  }

  @Override
  public long sizeBytes() {
    return block().length;
  }

  private byte[] block() {
    byte[] now = block;
    if (now == null) {
      now = policy.build(hashes, count, salt);
      block = now;
    }
    return now;
  }

  private Filter filter() {
    Filter now = built;
    if (now == null) {
      byte[] bytes = block();
      now = Filters.open(bytes, 0, bytes.length);
      built = now;
    }
    return now;
  }
}
