package dev.malkoha.bench.store;

import java.util.Arrays;

/**
 * RocksDB's cursor over the entries of one prefix, which its filters are asked for: it ends by
 * itself where the prefix does.
 */
final class RocksPrefixCursor implements StoreCursor {

  /** The most bytes of a key after its prefix. */
  private static final int LONGEST_TAIL = 16;

  private final RocksSeeks inside;
  private final byte[] prefix;

  /**
   * Wraps a cursor that keeps to the prefix of the key that it seeks.
   *
   * @param prefix as long as the extractor's are
   */
  RocksPrefixCursor(RocksSeeks inside, byte[] prefix) {
    this.inside = inside;
    this.prefix = prefix;
  }

  @Override
  public boolean first() {
    return inside.seek(prefix);
  }

  @Override
  public boolean last() {
    byte[] greatest = Arrays.copyOf(prefix, prefix.length + LONGEST_TAIL);
    Arrays.fill(greatest, prefix.length, greatest.length, (byte) 0xFF);
    return inside.seekForPrev(greatest);
  }

  @Override
  public boolean seek(byte[] key) {
    return Arrays.compareUnsigned(key, prefix) < 0 ? first() : inside.seek(key);
  }

  @Override
  public boolean next() {
    return inside.next();
  }

  @Override
  public boolean prev() {
    return inside.prev();
  }

  @Override
  public byte[] key() {
    return inside.key();
  }

  @Override
  public byte[] value() {
    return inside.value();
  }

  @Override
  public void close() {
    inside.close();
  }
}
