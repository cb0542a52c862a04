package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Keys of which each has the same number of bytes.
 *
 * @param put writes a key to a buffer, whose order is big-endian
 * @param get reads it there
 */
record FixedKey<K>(
    int width, BiFunction<ByteBuffer, K, ByteBuffer> put, Function<ByteBuffer, K> get)
    implements KeyCodec<K> {

  @Override
  public byte[] encode(K key) {
    return put.apply(ByteBuffer.allocate(width), key).array();
  }

  @Override
  public void write(K key, ByteArrayOutputStream tuple) {
    tuple.writeBytes(encode(key));
  }

  @Override
  public K read(ByteBuffer tuple) {
    return get.apply(tuple);
  }
}
