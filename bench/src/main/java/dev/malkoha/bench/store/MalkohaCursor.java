package dev.malkoha.bench.store;

import dev.malkoha.engine.Cursor;

/** A cursor of Malkoha. */
record MalkohaCursor(Cursor at) implements StoreCursor {

  @Override
  public boolean first() {
    return at.first();
  }

  @Override
  public boolean last() {
    return at.last();
  }

  @Override
  public boolean seek(byte[] key) {
    return at.seek(key);
  }

  @Override
  public boolean next() {
    return at.next();
  }

  @Override
  public boolean prev() {
    return at.prev();
  }

  @Override
  public byte[] key() {
    return at.key();
  }

  @Override
  public byte[] value() {
    return at.value();
  }

  @Override
  public void close() {
    at.close();
  }
}
