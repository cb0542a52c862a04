package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.Bytes;

/**
 * A position in an ordered sequence of entries (key, tag, value): by key bytes unsigned, then by
 * tag unsigned and descending.
 *
 * <p>Used by one thread at a time. A cursor starts unpositioned and becomes so again when it moves
 * past either end or a move fails; {@link #next}, {@link #prev} and all that describe the current
 * entry require {@link #valid}. What the buffers hold stays as it is until the cursor moves, and is
 * not to be written to.
 *
 * <p>What describes the entry are fields here and not methods of each kind of cursor, since a merge
 * of several kinds asks some ten of these questions at each step, and calls that may lead to any of
 * three places would be half of its time.
 */
@SuppressWarnings("ReferenceEquality") // whether a reference has to be written
public abstract class EntryCursor implements Closeable {

  private static final byte[] NOTHING = {};

  /** Older entries of one key that are stepped over; a seek passes the rest. */
  private static final int VERSIONS_BEFORE_SEEK = 8;

  private boolean valid;
  private long keyPrefix;
  private byte[] keyBuffer = NOTHING;
  private int keyOffset;
  private int keyLength;
  private long tag;
  private byte[] valueBuffer = NOTHING;
  private int valueOffset;
  private int valueLength;

  /** Creates a cursor that stands on no entry. */
  protected EntryCursor() {}

  /** A cursor on an entry that is in no source, for those who take what cursors stand on. */
  public static EntryCursor at(long prefix, byte[] key, int keyLength, long tag, byte[] value) {
    EntryCursor cursor =
        new EntryCursor() {
          @Override
          public void close() {}
        };
    cursor.standOnKey(prefix, key, 0, keyLength);
    cursor.standOnEntry(tag, value, 0, value.length);
    return cursor;
  }

  /** Moves to the first entry, if there is one. */
  public void seekToFirst() throws IOException {
    throw noWay();
  }

  /** Moves to the last entry, if there is one. */
  public void seekToLast() throws IOException {
    throw noWay();
  }

  /**
   * Moves to the first entry at or after (key, tag). As tags descend, a tag of -1 (the largest)
   * finds the newest entry of the key or what follows it.
   */
  public void seek(byte[] key, int offset, int length, long tag) throws IOException {
    throw noWay();
  }

  /**
   * Finds where a seek to (key, tag) is to look, as far as that is in memory, and begins to read
   * it. Where several cursors are to seek, all of them do this first, and then {@link
   * #touchEntries}: so that their waits for memory overlap. The cursor may stand on no entry then.
   *
   * @return something of what was read, so that it has to be
   */
  public int touchPlace(byte[] key, int offset, int length, long tag) {
    return 0;
  }

  /** Goes on with {@link #touchPlace}: reads what the seek is to search. */
  public int touchEntries() {
    return 0;
  }

  /** Moves to the entry after the current one. */
  public void next() throws IOException {
    throw noWay();
  }

  /** Moves to the entry before the current one. */
  public void prev() throws IOException {
    throw noWay();
  }

  /**
   * Moves to the last entry before all those of a key and of the keys after it. It looks twice, so
   * a source to which entries come meanwhile has a way of its own.
   */
  public void seekBefore(byte[] key, int offset, int length) throws IOException {
    seek(key, offset, length, -1L);
    if (valid) {
      prev();
    } else {
      seekToLast();
    }
  }

  /** Moves to the first entry after the current one that is of another key. */
  public void nextKey() throws IOException {
    long prefix = keyPrefix;
    byte[] key = copyKey();
    next();
    for (int steps = 1; isKey(prefix, key, key.length); steps++) {
      if (steps == VERSIONS_BEFORE_SEEK) {
        seek(key, 0, key.length, 0);
      } else {
        next();
      }
    }
  }

  /** Whether the cursor stands on an entry of a key, whose prefix is given too. */
  public final boolean isKey(long prefix, byte[] key, int length) {
    return valid
        && keyPrefix == prefix
        && keyLength == length
        && Arrays.equals(keyBuffer, keyOffset, keyOffset + length, key, 0, length);
  }

  /** Whether the cursor and another one, which stands on an entry, stand on entries of one key. */
  public final boolean isOfSameKey(EntryCursor other) {
    return valid
        && keyPrefix == other.keyPrefix
        && keyLength == other.keyLength
        && Bytes.same(keyBuffer, keyOffset, other.keyBuffer, other.keyOffset, keyLength);
  }

  /** Whether the cursor stands on an entry of a key. */
  public final boolean isKey(byte[] key) {
    return isKey(EntryOrder.prefix(key, 0, key.length), key, key.length);
  }

  @Override
  public abstract void close();

  /** Says that the cursor does not move so: one that goes one way, or stays where it stands. */
  private UnsupportedOperationException noWay() {
    return new UnsupportedOperationException(
        getClass().getSimpleName() + " does not move that way");
  }

  /** Stands on no entry from now on. */
  protected final void invalidate() {
    valid = false;
  }

  /** Stands on a key from now on; {@link #standOnEntry} says which of its entries. */
  protected final void standOnKey(long prefix, byte[] buffer, int offset, int length) {
    keyPrefix = prefix;
    if (keyBuffer != buffer) {
      keyBuffer = buffer;
    }
    keyOffset = offset;
    keyLength = length;
  }

  /** Stands on an entry of the key from now on. */
  protected final void standOnEntry(long entryTag, byte[] buffer, int offset, int length) {
    tag = entryTag;
    if (valueBuffer != buffer) {
      valueBuffer = buffer;
    }
    valueOffset = offset;
    valueLength = length;
    valid = true;
  }

  /** Stands where another cursor stands, or on no entry if that one does not. */
  protected final void standAs(EntryCursor other) {
    valid = other.valid;
    if (valid) {
      standOnKey(other.keyPrefix, other.keyBuffer, other.keyOffset, other.keyLength);
      standOnEntry(other.tag, other.valueBuffer, other.valueOffset, other.valueLength);
    }
  }

  /** Whether the cursor stands on an entry. */
  public final boolean valid() {
    return valid;
  }

  /**
   * The first eight bytes of the key as a big-endian number, padded with zeros: {@link
   * EntryOrder#prefix}. When two prefixes differ as unsigned numbers, the keys are ordered as they
   * are.
   */
  public final long keyPrefix() {
    return keyPrefix;
  }

  /** The array that holds the key. */
  public final byte[] keyBuffer() {
    return keyBuffer;
  }

  /** Where the key starts in {@link #keyBuffer}. */
  public final int keyOffset() {
    return keyOffset;
  }

  /** Bytes of the key. */
  public final int keyLength() {
    return keyLength;
  }

  /** A copy of the key. */
  public final byte[] copyKey() {
    return Arrays.copyOfRange(keyBuffer, keyOffset, keyOffset + keyLength);
  }

  /** Compares the key with another one. */
  public final int compareKey(byte[] other) {
    return Bytes.compare(keyBuffer, keyOffset, keyLength, other, 0, other.length);
  }

  /** The entry's tag. */
  public final long tag() {
    return tag;
  }

  /** The array that holds the value. */
  public final byte[] valueBuffer() {
    return valueBuffer;
  }

  /** Where the value starts in {@link #valueBuffer}. */
  public final int valueOffset() {
    return valueOffset;
  }

  /** Bytes of the value. */
  public final int valueLength() {
    return valueLength;
  }

  /** Compares the entries that this cursor and another one stand on. */
  public final int compareEntry(EntryCursor other) {
    return EntryOrder.compare(
        keyPrefix,
        keyBuffer,
        keyOffset,
        keyLength,
        tag,
        other.keyPrefix,
        other.keyBuffer,
        other.keyOffset,
        other.keyLength,
        other.tag);
  }
}
