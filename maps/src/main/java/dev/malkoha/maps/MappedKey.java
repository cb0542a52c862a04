package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** Keys that have the bytes of another type's keys. */
record MappedKey<K, U>(KeyCodec<K> base, Function<K, U> from, Function<U, K> to)
    implements KeyCodec<U> {

  @Override
  public void write(U key, ByteArrayOutputStream tuple) {
    base.write(to.apply(key), tuple);
  }

  @Override
  public U read(ByteBuffer tuple) {
    return from.apply(base.read(tuple));
  }

  @Override
  public byte[] encode(U key) {
    return base.encode(to.apply(key));
  }

  @Override
  public U decode(byte[] bytes) {
    return from.apply(base.decode(bytes));
  }
}
