package dev.malkoha.engine.base;

/**
 * Says that the store was closed, the keyspace dropped, or work given up that made way for other.
 * To users it is an {@link IllegalStateException} as any other; background work ends quietly by it.
 */
@SuppressWarnings({"serial", "OverrideThrowableToString"}) // the name alone differs
public final class GoneException extends IllegalStateException {

  /** Creates the exception. */
  public GoneException(String message) {
    super(message);
  }

  /** Stack traces name what users know. */
  @Override
  public String toString() {
    return IllegalStateException.class.getName() + ": " + getMessage();
  }
}
