package dev.malkoha.engine.codec;

/** Says that stored bytes do not follow their format. */
public final class MalformedBytesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with what is wrong. */
  public MalformedBytesException(String message) {
    super(message);
  }
}
