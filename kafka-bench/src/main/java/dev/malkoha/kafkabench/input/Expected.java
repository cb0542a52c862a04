package dev.malkoha.kafkabench.input;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content of a store at the end. Keys and values are texts as {@code toString} makes them. */
public interface Expected {

  /** The value of a key; null if the store must not have the key. */
  @Nullable String value(String key);

  /** Whether a key must still be there; others have expired, and may be. */
  boolean mustBeThere(String key);

  /** The keys that must be there. */
  Stream<String> keys();
}
