package dev.malkoha.engine.store;

/**
 * Says that the store was closed, or the keyspace dropped. To users it is an {@link
 * IllegalStateException} as any other; background work ends quietly by it.
 */
@SuppressWarnings("serial") // never leaves the process
final class GoneException extends IllegalStateException {

  GoneException(String message) {
    super(message);
  }
}
