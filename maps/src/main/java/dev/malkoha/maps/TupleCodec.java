package dev.malkoha.maps;

import dev.malkoha.engine.KeyRange;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * Keys of several parts, in the order of the first part in which two of them differ. Their bytes
 * are those of the parts, one after the other, so all keys with the same first parts are a range.
 *
 * @param <T> the type that holds the parts
 */
public final class TupleCodec<T> implements KeyCodec<T> {

  private final List<KeyCodec<Object>> parts;
  private final Function<T, Object[]> split;
  private final Function<Object[], T> join;

  @SuppressWarnings("unchecked") // a part of another type than its codec's fails in write()
  TupleCodec(List<KeyCodec<?>> parts, Function<T, Object[]> split, Function<Object[], T> join) {
    this.parts = parts.stream().map(part -> (KeyCodec<Object>) part).toList();
    this.split = split;
    this.join = join;
  }

  /**
   * The range of all keys that begin with these parts, which are compared whole: with the first
   * part {@code "a"} it holds no key whose first part is {@code "ab"}.
   *
   * @param first of the types of the first parts; none for all keys
   * @throws IllegalArgumentException if there are more than a key has, or one is of another type
   */
  public KeyRange prefix(Object... first) {
    if (first.length > parts.size()) {
      throw new IllegalArgumentException(
          first.length + " parts are given, and a key has " + parts.size());
    }
    try {
      return KeyRange.prefix(bytes(first));
    } catch (ClassCastException e) {
      throw new IllegalArgumentException("a part is of another type than in the keys", e);
    }
  }

  @Override
  public void write(T key, ByteArrayOutputStream tuple) {
    tuple.writeBytes(bytes(split.apply(key)));
  }

  @Override
  public T read(ByteBuffer tuple) {
    return join.apply(parts.stream().map(part -> part.read(tuple)).toArray());
  }

  private byte[] bytes(Object[] first) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < first.length; i++) {
      parts.get(i).write(first[i], bytes);
    }
    return bytes.toByteArray();
  }
}
