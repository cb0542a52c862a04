package dev.malkoha.sstable;

/**
 * How one {@link TableReader#get} went.
 *
 * @param outcome what came of it
 * @param block the only data block that can have the entry, counted from 0; {@code blocks} if the
 *     index shows that none can
 * @param blocks how many data blocks the table has
 * @param source where the block was found
 * @param bitsChecked how many entries were looked up in the deletion vector
 * @param tag of the newest entry of the key that is not above the tag asked for; 0 if none was seen
 * @param value its value; empty if none was seen
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TableTrace(
    Outcome outcome,
    int block,
    int blocks,
    Source source,
    int bitsChecked,
    long tag,
    byte[] value) {

  /** Where a data block is found. */
  public enum Source {
    /** In the block cache. */
    CACHE,
    /** In its file. */
    FILE
  }

  /** The outcome of a look into a table. */
  public enum Outcome {
    /** The index shows that no block can have the entry. */
    NO_BLOCK,
    /** All entries of the block are dead: it was not looked into. */
    DEAD_BLOCK,
    /** The block has no such entry. */
    NO_ENTRY,
    /** The block has the entry, and the deletion vector says that it is dead. */
    DEAD_ENTRY,
    /** The entry was found. */
    FOUND
  }
}
