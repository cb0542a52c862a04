package dev.malkoha.papers.filters;

import java.util.function.Function;
import org.fastfilter.Filter;

/** A filter of the library fastfilter, which mixes keys with a random seed itself. */
final class FastFilter implements KeyFilter {

  private final Filter filter;

  private FastFilter(Filter filter) {
    this.filter = filter;
  }

  static Function<long[], KeyFilter> of(Function<long[], Filter> builder) {
    return keys -> new FastFilter(builder.apply(keys));
  }

  @Override
  public boolean contains(long key) {
    return filter.mayContain(key);
  }

  @Override
  public long sizeBits() {
    return filter.getBitCount();
  }

  @Override
  public void remove(long key) {
    filter.remove(key);
  }
}
