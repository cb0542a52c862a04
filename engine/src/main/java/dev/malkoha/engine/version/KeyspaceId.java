package dev.malkoha.engine.version;

/**
 * Which keyspace of a store: its number, which is never given out again, and its name.
 *
 * @param number 0 for the default keyspace
 * @param name 1 to 255 bytes of UTF-8
 */
public record KeyspaceId(long number, String name) {

  /** The keyspace that every store has. */
  public static final KeyspaceId DEFAULT = new KeyspaceId(0, "default");

  /** Checks the ranges. */
  public KeyspaceId {
    if (number < 0 || number == Long.MAX_VALUE || name.isEmpty()) {
      throw new IllegalArgumentException("no keyspace: number " + number + ", \"" + name + "\"");
    }
  }

  /** Whether this is the keyspace that every store has. */
  public boolean isDefault() {
    return number == DEFAULT.number;
  }

  @Override
  public String toString() {
    return number + " \"" + name + "\"";
  }
}
