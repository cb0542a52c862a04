package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Function;

/**
 * Keys of any number of bytes, in the order of these. Alone they stand as they are. Within a tuple
 * a zero byte follows them, and the bytes 0 and 1 in them become the pairs (1, 1) and (1, 2): so
 * what goes on is always above what ends.
 */
record VariableKey<K>(Function<K, byte[]> toBytes, Function<byte[], K> fromBytes)
    implements KeyCodec<K> {

  private static final int END = 0;
  private static final int ESCAPE = 1;

  @Override
  public byte[] encode(K key) {
    return toBytes.apply(key);
  }

  @Override
  public K decode(byte[] bytes) {
    return fromBytes.apply(bytes);
  }

  @Override
  public void write(K key, ByteArrayOutputStream tuple) {
    for (byte b : encode(key)) {
      if (b == END || b == ESCAPE) {
        tuple.write(ESCAPE);
        tuple.write(b + 1);
      } else {
        tuple.write(b);
      }
    }
    tuple.write(END);
  }

  @Override
  public K read(ByteBuffer tuple) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = tuple.get(); b != END; b = tuple.get()) {
      bytes.write(b == ESCAPE ? unescaped(tuple.get()) : b);
    }
    return decode(bytes.toByteArray());
  }

  private static int unescaped(int b) {
    if (b != 1 && b != 2) {
      throw new CodecException("a byte 1 in a string or array is not followed by 1 or 2");
    }
    return b - 1;
  }
}
