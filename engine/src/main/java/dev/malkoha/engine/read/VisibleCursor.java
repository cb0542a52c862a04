package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.KnownDead;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over user keys: of each key in a range the newest entry at or below a sequence number,
 * and nothing of keys whose newest one is a delete or is older than a range delete that covers it.
 *
 * <p>Where the source stands: moving forward, on the current entry; moving backward, on the entry
 * in front of all entries of the current key. So the key is copied moving backward, and forward
 * only if it is not to be seen, or must outlast the source's next step. The current value is kept
 * as array and place: arrays of blocks and memtables are never written again.
 */
public final class VisibleCursor implements Walk {

  private static final int FORWARD = 1;
  private static final int BACKWARD = -1;

  private final EntryCursor source;
  private final Runnable release;
  private final RangeWalker ranges;
  private final HiddenPath hidden;
  private final long sequence;
  private final long maxTag;
  private final byte[] from;
  private final long fromPrefix;
  private final byte @Nullable [] to;
  private final long toPrefix;

  /** Begins with the current key if that is copied. */
  private byte[] key = new byte[64];

  private boolean isKeyCopied;
  private int keyLength;
  private long keyPrefix;
  private byte[] value = new byte[0];
  private int valueOffset;
  private int valueLength;

  private int direction = FORWARD;

  /**
   * Creates a cursor before the first entry; the source is its own from then on.
   *
   * @param ranges the source's range deletes, at least those up to the sequence number
   * @param known what is dead at the sequence number, and who is told what walks find to be so
   * @param release lets go of what the source reads, when the cursor is closed
   */
  public VisibleCursor(
      EntryCursor source,
      long sequence,
      KeyRange range,
      RangeWalker ranges,
      KnownDead known,
      Runnable release) {
    this.source = source;
    this.release = release;
    this.ranges = ranges;
    this.hidden = new HiddenPath(source, known);
    this.sequence = sequence;
    this.maxTag = EntryKind.readTag(sequence);
    this.from = range.from();
    this.fromPrefix = EntryOrder.prefix(from, 0, from.length);
    this.to = range.to();
    this.toPrefix = to == null ? -1L : EntryOrder.prefix(to, 0, to.length);
  }

  /** Moves to the first entry of the range. */
  @Override
  public boolean first() throws IOException {
    return seek(from);
  }

  /** Moves to the last entry of the range. */
  @Override
  public boolean last() throws IOException {
    hidden.seekBefore(to);
    return findBackward();
  }

  /** Moves to the first entry of the range whose key is at or above the given one. */
  @Override
  public boolean seek(byte[] target) throws IOException {
    byte[] start = Arrays.compareUnsigned(target, from) < 0 ? from : target;
    hidden.seek(start, maxTag);
    return findForward();
  }

  /** Moves to the next entry. Only when on one. */
  @Override
  public boolean next() throws IOException {
    if (direction == FORWARD) {
      source.nextKey();
    } else {
      source.seek(key, 0, keyLength, 0);
      if (isSavedKey()) {
        source.next();
      }
    }
    hidden.goOn();
    return findForward();
  }

  /** Moves to the entry before. Only when on one. */
  @Override
  public boolean prev() throws IOException {
    if (direction == FORWARD) {
      copyKey();
      source.seekBefore(key, 0, keyLength);
    }
    hidden.goOn();
    return findBackward();
  }

  /** From the source's place on, finds the next visible key. */
  private boolean findForward() throws IOException {
    direction = FORWARD;
    while (source.valid() && !isBeyondRange()) {
      long tag = source.tag();
      if (Long.compareUnsigned(tag, maxTag) > 0) {
        source.next();
        continue;
      }
      if (EntryKind.kind(tag) == EntryKind.PUT && !isRangeDeleted(tag)) {
        standOnSource();
        return endOfWalk(true);
      }
      saveKey();
      hidden.pass(key, keyLength, maxTag);
    }
    return endOfWalk(false);
  }

  /** Ends a walk on an entry that is now the current one, at the end of the range, or of all. */
  private boolean endOfWalk(boolean entry) {
    if (hidden.isLong()) {
      copyKey();
      hidden.end(firstKeyBehindRun(entry));
    }
    return entry;
  }

  private byte[] firstKeyBehindRun(boolean entry) {
    if (!entry && to != null && source.valid()) {
      return to;
    }
    return entry ? Arrays.copyOf(key, keyLength) : keyBehind();
  }

  /** The key right behind the current one. */
  private byte[] keyBehind() {
    return Arrays.copyOf(Arrays.copyOf(key, keyLength), keyLength + 1); // a zero more
  }

  /**
   * From the source's place backwards, finds the next visible key. Its entries come oldest first,
   * so the last one that is visible is the one that counts.
   */
  private boolean findBackward() throws IOException {
    direction = BACKWARD;
    while (source.valid() && !isBelowRange()) {
      saveKey();
      boolean live = false;
      long newestTag = 0;
      do {
        long tag = source.tag();
        if (Long.compareUnsigned(tag, maxTag) <= 0) {
          live = EntryKind.kind(tag) == EntryKind.PUT;
          newestTag = tag;
          if (live) {
            saveValue();
          }
        }
        source.prev();
      } while (source.valid() && isSavedKey());
      if (live && !isCopyRangeDeleted(newestTag)) {
        return endOfWalkBack(true);
      }
      hidden.passBack(key, keyLength);
    }
    return endOfWalkBack(false);
  }

  /** Ends a walk on an entry that is now the current one, or where the range begins. */
  private boolean endOfWalkBack(boolean entry) {
    if (hidden.isLong()) {
      hidden.endBack(entry ? keyBehind() : from);
    }
    return entry;
  }

  /** Whether a range delete that is visible and newer covers the source's entry. */
  private boolean isRangeDeleted(long tag) {
    return ranges.moveTo(
            source.keyPrefix(), source.keyBuffer(), source.keyOffset(), source.keyLength())
        && ranges.covering(sequence) > EntryKind.sequence(tag);
  }

  /** Whether a range delete that is visible and newer covers an entry of the copied key. */
  private boolean isCopyRangeDeleted(long tag) {
    return ranges.moveTo(keyPrefix, key, 0, keyLength)
        && ranges.covering(sequence) > EntryKind.sequence(tag);
  }

  private boolean isBeyondRange() {
    if (to == null) {
      return false;
    }
    long prefix = source.keyPrefix();
    if (prefix != toPrefix) {
      return Long.compareUnsigned(prefix, toPrefix) > 0;
    }
    return source.compareKey(to) >= 0;
  }

  private boolean isBelowRange() {
    long prefix = source.keyPrefix();
    if (prefix != fromPrefix) {
      return Long.compareUnsigned(prefix, fromPrefix) < 0;
    }
    return source.compareKey(from) < 0;
  }

  private boolean isSavedKey() {
    return source.isKey(keyPrefix, key, keyLength);
  }

  /** Makes the source's entry the current one; its key stays where it is until the next move. */
  private void standOnSource() {
    isKeyCopied = false;
    keyLength = source.keyLength();
    saveValue();
  }

  /** Copies the current key if the source still has it alone. */
  private void copyKey() {
    if (!isKeyCopied) {
      saveKey();
    }
  }

  private void saveKey() {
    keyLength = source.keyLength();
    if (key.length < keyLength) {
      key = new byte[Math.max(keyLength, 2 * key.length)];
    }
    System.arraycopy(source.keyBuffer(), source.keyOffset(), key, 0, keyLength);
    keyPrefix = source.keyPrefix();
    isKeyCopied = true;
  }

  private void saveValue() {
    value = source.valueBuffer();
    valueOffset = source.valueOffset();
    valueLength = source.valueLength();
  }

  /** The array that begins with the current key; changes with the next move. */
  @Override
  public byte[] keyBuffer() {
    if (!isKeyCopied && source.keyOffset() == 0) {
      return source.keyBuffer();
    }
    copyKey();
    return key;
  }

  /** The current key's length. */
  @Override
  public int keyLength() {
    return keyLength;
  }

  /** The array that holds the current value. */
  @Override
  public byte[] valueBuffer() {
    return value;
  }

  /** Where the current value begins. */
  @Override
  public int valueOffset() {
    return valueOffset;
  }

  /** The current value's length. */
  @Override
  public int valueLength() {
    return valueLength;
  }

  /** Closes the source and lets go of what it reads. Once. */
  @Override
  public void close() {
    source.close();
    release.run();
  }
}
