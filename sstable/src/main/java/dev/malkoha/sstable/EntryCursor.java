package dev.malkoha.sstable;

import java.io.Closeable;
import java.io.IOException;

/**
 * A position in an ordered sequence of entries (key, tag, value): by key bytes unsigned, then by
 * tag unsigned and descending.
 *
 * <p>Used by one thread at a time. A cursor starts unpositioned and becomes so again when it moves
 * past either end or a move fails; {@link #next}, {@link #prev} and all that describe the current
 * entry require {@link #valid}. What the buffers hold stays as it is until the cursor moves, and is
 * not to be written to.
 */
public interface EntryCursor extends Closeable {

  /** Whether the cursor stands on an entry. */
  boolean valid();

  /** Moves to the first entry, if there is one. */
  void seekToFirst() throws IOException;

  /** Moves to the last entry, if there is one. */
  void seekToLast() throws IOException;

  /**
   * Moves to the first entry at or after (key, tag). As tags descend, a tag of -1 (the largest)
   * finds the newest entry of the key or what follows it.
   */
  void seek(byte[] key, int offset, int length, long tag) throws IOException;

  /** Moves to the entry after the current one. */
  void next() throws IOException;

  /** Moves to the entry before the current one. */
  void prev() throws IOException;

  /**
   * The first eight bytes of the key as a big-endian number, padded with zeros: {@link
   * EntryOrder#prefix}. When two prefixes differ as unsigned numbers, the keys are ordered as they
   * are.
   */
  long keyPrefix();

  /** The array that holds the key. */
  byte[] keyBuffer();

  /** Where the key starts in {@link #keyBuffer}. */
  int keyOffset();

  /** Bytes of the key. */
  int keyLength();

  /** The entry's tag. */
  long tag();

  /** The array that holds the value. */
  byte[] valueBuffer();

  /** Where the value starts in {@link #valueBuffer}. */
  int valueOffset();

  /** Bytes of the value. */
  int valueLength();

  @Override
  void close();
}
