package dev.malkoha.maps;

import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * A codec of values that a mapper of Jackson 3 writes and reads: as JSON, or in the other form that
 * the mapper is for. No other class needs Jackson, the optional dependency {@code
 * tools.jackson.core:jackson-databind}. In a named module, open the package of the values to {@code
 * tools.jackson.databind}.
 *
 * <p>The mapper says what the bytes are: its later versions and settings must read what is stored.
 * A value decodes to one that equals it as far as its mapper keeps all of it. Jackson 3.2 writes
 * maps whose keys hold half of a surrogate pair, for one, and does not read them again.
 *
 * @param <T> the type of the values
 */
@SuppressWarnings("exports") // who names a mapper requires its module
public final class JacksonCodec<T> implements Codec<T> {

  private final JavaType type;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  private JacksonCodec(ObjectMapper mapper, JavaType type) {
    this.type = type;
    this.writer = mapper.writerFor(type);
    this.reader = mapper.readerFor(type).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** A codec of the values of a class. */
  public static <T> JacksonCodec<T> of(ObjectMapper mapper, Class<T> type) {
    return new JacksonCodec<>(mapper, mapper.constructType(type));
  }

  /** A codec of a type with parameters: {@code new TypeReference<List<String>>() {}}. */
  public static <T> JacksonCodec<T> of(ObjectMapper mapper, TypeReference<T> type) {
    return new JacksonCodec<>(mapper, mapper.constructType(type));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the mapper cannot write the value
   */
  @Override
  public byte[] encode(T value) {
    Objects.requireNonNull(value, "value");
    try {
      return writer.writeValueAsBytes(value);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "Jackson cannot write a " + type.toCanonical() + ", as the cause says", e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws CodecException if the mapper reads no such value, or null, or one that bytes follow.
   *     The message of its cause, which is Jackson's, may hold stored text
   */
  @Override
  public T decode(byte[] bytes) {
    T value;
    try {
      value = reader.readValue(bytes);
    } catch (JacksonException e) {
      throw new CodecException(
          "Jackson reads no "
              + type.toCanonical()
              + " from "
              + bytes.length
              + " bytes, as the cause says",
          e);
    }
    if (value == null) {
      throw new CodecException("Jackson reads a null where a " + type.toCanonical() + " is due");
    }
    return value;
  }
}
