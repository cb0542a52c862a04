package dev.malkoha.bench.store;

import java.util.Arrays;

/**
 * A cursor over the entries whose keys begin alike, for stores that have none of their own: one
 * over all entries, which ends where another prefix begins.
 */
final class PrefixCursor implements StoreCursor {

  private final StoreCursor all;
  private final byte[] prefix;

  PrefixCursor(StoreCursor all, byte[] prefix) {
    this.all = all;
    this.prefix = prefix;
  }

  @Override
  public boolean first() {
    return all.seek(prefix) && inside();
  }

  /** The last byte of a prefix is never the highest one here, so that a next prefix exists. */
  @Override
  public boolean last() {
    byte[] behind = prefix.clone();
    behind[behind.length - 1]++;
    return (all.seek(behind) ? all.prev() : all.last()) && inside();
  }

  @Override
  public boolean seek(byte[] key) {
    return Arrays.compareUnsigned(key, prefix) < 0 ? first() : all.seek(key) && inside();
  }

  @Override
  public boolean next() {
    return all.next() && inside();
  }

  @Override
  public boolean prev() {
    return all.prev() && inside();
  }

  private boolean inside() {
    byte[] key = all.key();
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public byte[] key() {
    return all.key();
  }

  @Override
  public byte[] value() {
    return all.value();
  }

  @Override
  public void close() {
    all.close();
  }
}
