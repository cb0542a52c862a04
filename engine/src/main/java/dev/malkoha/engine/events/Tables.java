package dev.malkoha.engine.events;

/**
 * Some tables, summed up.
 *
 * @param count how many
 * @param entries theirs, deletes and dead ones included
 * @param bytes of their files
 */
public record Tables(int count, long entries, long bytes) {

  /** No table. */
  public static final Tables NONE = new Tables(0, 0, 0);
}
