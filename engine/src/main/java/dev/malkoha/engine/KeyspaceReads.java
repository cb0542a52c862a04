package dev.malkoha.engine;

/**
 * The reads of a keyspace of a store that is written to, or of one that is only read.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface KeyspaceReads extends MapReads {

  /** Its name: 1 to 255 bytes of UTF-8. */
  String name();

  /** The options in force. */
  KeyspaceOptions options();

  /**
   * Its figures. Only {@link DbStats#keyspaceMetrics} are its own; the others are the whole
   * store's.
   */
  DbStats stats();
}
