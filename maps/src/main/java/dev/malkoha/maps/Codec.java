package dev.malkoha.maps;

import java.util.function.Function;

/**
 * A form of a type's values as bytes.
 *
 * <p>A value that was encoded decodes to one that equals it. Any thread; implementations are
 * immutable.
 *
 * @param <T> the type, without null
 */
public interface Codec<T> {

  /**
   * The bytes of a value, as a fresh array.
   *
   * @throws IllegalArgumentException if the value has no bytes in this form
   */
  byte[] encode(T value);

  /**
   * The value that has these bytes.
   *
   * @throws CodecException if no value has them
   */
  T decode(byte[] bytes);

  /** A codec of two functions. */
  static <T> Codec<T> of(Function<T, byte[]> encode, Function<byte[], T> decode) {
    return new Codec<>() {
      @Override
      public byte[] encode(T value) {
        return encode.apply(value);
      }

      @Override
      public T decode(byte[] bytes) {
        return decode.apply(bytes);
      }
    };
  }

  /**
   * A codec of another type, which has the bytes of this one.
   *
   * @param from makes the other type's value of this one's
   * @param to makes this type's value of the other one's
   */
  default <U> Codec<U> as(Function<T, U> from, Function<U, T> to) {
    return of(value -> encode(to.apply(value)), bytes -> from.apply(decode(bytes)));
  }
}
