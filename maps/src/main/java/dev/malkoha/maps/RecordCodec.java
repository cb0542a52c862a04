package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records as values: for each component one more than its length, and its bytes; a zero where it is
 * null. Bytes that end before a component have null for it.
 */
final class RecordCodec<R extends Record> implements Codec<R> {

  private final RecordShape<R> shape;
  private final List<Codec<Object>> parts;

  @SuppressWarnings("unchecked") // a component of another type than its codec's fails in encode()
  RecordCodec(RecordShape<R> shape, List<Codec<?>> parts) {
    shape.checkSize(parts.size());
    this.shape = shape;
    this.parts = parts.stream().map(part -> (Codec<Object>) part).toList();
  }

  @Override
  public byte[] encode(R value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < parts.size(); i++) {
      Object component = shape.component(value, i);
      if (component == null) {
        bytes.write(0);
      } else {
        byte[] part = parts.get(i).encode(component);
        writeLength(part.length + 1, bytes);
        bytes.writeBytes(part);
      }
    }
    return bytes.toByteArray();
  }

  @Override
  public R decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    @Nullable Object[] components = new Object[parts.size()];
    for (int i = 0; i < components.length; i++) {
      int length = in.hasRemaining() ? readLength(in, i) : 0;
      if (length > 0) {
        byte[] part = new byte[length - 1];
        in.get(part);
        components[i] = parts.get(i).decode(part);
      } else if (shape.isPrimitive(i)) {
        throw new CodecException("there is no " + shape.name(i) + ", and it cannot be null");
      }
    }
    if (in.hasRemaining()) {
      throw new CodecException(in.remaining() + " bytes follow " + shape.name(parts.size() - 1));
    }
    return shape.join(components);
  }

  /** Writes seven bits to a byte, the lowest first; the highest bit of a byte says "more". */
  private static void writeLength(int length, ByteArrayOutputStream bytes) {
    int rest = length;
    for (; rest > 0x7F; rest >>>= 7) {
      bytes.write(rest | 0x80);
    }
    bytes.write(rest);
  }

  private int readLength(ByteBuffer in, int component) {
    long length = 0;
    byte b = -1;
    for (int shift = 0; b < 0 && shift < Integer.SIZE && in.hasRemaining(); shift += 7) {
      b = in.get();
      length |= (long) (b & 0x7F) << shift;
    }
    if (b < 0 || length > in.remaining() + 1L) {
      throw new CodecException("the bytes end within " + shape.name(component));
    }
    return (int) length;
  }
}
