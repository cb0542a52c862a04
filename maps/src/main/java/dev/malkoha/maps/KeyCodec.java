package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;

/**
 * A codec whose bytes, compared as unsigned ones, are in the order of the keys. As a comparator it
 * has that order.
 *
 * <p>A key has two forms. {@link #encode} gives its bytes where it stands alone; {@link #write} the
 * form within a tuple, which tells where it ends: none is the beginning of another one. Both have
 * the same order, and unless a codec says otherwise they are the same.
 *
 * @param <K> the type of keys, without null
 */
public interface KeyCodec<K> extends Codec<K>, Comparator<K> {

  /** Adds a key to a tuple's bytes, in the form that tells its end. */
  void write(K key, ByteArrayOutputStream tuple);

  /**
   * Reads a key that {@link #write} has added, and moves past it.
   *
   * @throws CodecException if no key has these bytes
   * @throws BufferUnderflowException if they end within the key
   */
  K read(ByteBuffer tuple);

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the key has no bytes in this form
   */
  @Override
  default byte[] encode(K key) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(key, bytes);
    return bytes.toByteArray();
  }

  /**
   * {@inheritDoc}
   *
   * @throws CodecException if no key has these bytes
   */
  @Override
  default K decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    K key;
    try {
      key = read(in);
    } catch (BufferUnderflowException e) {
      throw new CodecException("the " + bytes.length + " bytes end within a part of the key", e);
    }
    if (in.hasRemaining()) {
      throw new CodecException(
          "the key ends " + in.remaining() + " before its " + bytes.length + " bytes do");
    }
    return key;
  }

  /** Compares two keys as the store does: by their bytes. */
  @Override
  default int compare(K one, K other) {
    return Arrays.compareUnsigned(encode(one), encode(other));
  }

  /**
   * A codec of another type, which has the bytes of this one, and their order.
   *
   * @param from makes the other type's key of this one's
   * @param to makes this type's key of the other one's
   */
  @Override
  default <U> KeyCodec<U> as(Function<K, U> from, Function<U, K> to) {
    return new MappedKey<>(this, from, to);
  }
}
