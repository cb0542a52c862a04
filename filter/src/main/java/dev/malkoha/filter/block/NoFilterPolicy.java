package dev.malkoha.filter.block;

import dev.malkoha.filter.FilterPolicy;
import java.util.Objects;

/** The policy of tables without a filter. */
public final class NoFilterPolicy implements FilterPolicy {

  /** The only one. */
  public static final NoFilterPolicy INSTANCE = new NoFilterPolicy();

  private NoFilterPolicy() {}

  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    Objects.checkFromIndexSize(0, count, hashes.length);
    return FilterBlock.headerOnly(FilterKind.NONE, 0, salt, count);
  }

  @Override
  public String spec() {
    return "none()";
  }

  @Override
  public String toString() {
    return spec();
  }
}
