package dev.malkoha.engine.tree;

/**
 * Says that the store was closed, or the keyspace dropped. To users it is an {@link
 * IllegalStateException} as any other; background work ends quietly by it.
 */
@SuppressWarnings("serial") // never leaves the process
public final class GoneException extends IllegalStateException {

  public GoneException(String message) {
    super(message);
  }
}
