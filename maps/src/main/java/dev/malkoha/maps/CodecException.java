package dev.malkoha.maps;

import org.jspecify.annotations.Nullable;

/**
 * Thrown where stored bytes are none that the codec makes: mostly they were written by another
 * codec. Its message holds no stored bytes.
 */
public final class CodecException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An exception that says what is wrong with the bytes. */
  public CodecException(String message) {
    this(message, null);
  }

  /** An exception that says what is wrong with the bytes, and what found it. */
  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
