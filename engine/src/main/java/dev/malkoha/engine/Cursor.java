package dev.malkoha.engine;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A walk over the keys of a range in order, in both directions, at one moment of the store.
 *
 * <p>It starts before the first entry: {@link #next} moves there, {@link #prev} to the last one.
 * Every move says whether it found an entry; where it did not, the walk has ended on that side, and
 * the opposite move leads back to the outermost entry. After a move that threw, the place is lost:
 * {@link #first}, {@link #last}, {@link #seek} or {@link #seekForPrev} finds a new one, and nothing
 * pretends to be an end. Used by one thread. An open cursor keeps the files it reads; close it
 * soon. One that is forgotten is closed when the garbage collector finds it, and a warning logged.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Cursor extends AutoCloseable {

  /** Moves to the next entry: to the first one at the beginning. */
  boolean next();

  /** Moves to the entry before: to the last one at the beginning, or after the last. */
  boolean prev();

  /** Moves to the first entry of the range. */
  boolean first();

  /** Moves to the last entry of the range. */
  boolean last();

  /** Moves to the first entry of the range whose key is at or above the given one. */
  boolean seek(byte[] key);

  /** Moves to the last entry of the range whose key is at or below the given one. */
  boolean seekForPrev(byte[] key);

  /** Whether the cursor is on an entry. */
  boolean valid();

  /**
   * The entry's key, as a fresh array.
   *
   * @throws IllegalStateException if the cursor is on no entry
   */
  byte[] key();

  /** The entry's value, as a fresh array. */
  byte[] value();

  /** When the entry expires; null if it never does. */
  @Nullable Instant expiry();

  /** The entry's key without a copy: read-only, and valid until the cursor moves or is closed. */
  MemorySegment keySegment();

  /** The entry's value without a copy: read-only, and valid until the cursor moves or is closed. */
  MemorySegment valueSegment();

  /**
   * The ranges of keys that moves have left out so far as blocks are damaged, in the order in which
   * they were met. Empty unless the scan {@linkplain ScanOptions#skipDamaged skips} these.
   */
  List<KeyRange> leftOut();

  /** Lets go of the files. May be called more than once. */
  @Override
  void close();
}
