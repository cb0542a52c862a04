package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.entry.Versions.Content;
import dev.malkoha.engine.range.DeadRuns.KnownDead;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over user keys: of each key in a range the newest entry at or below a sequence number,
 * and nothing of keys whose newest one is a delete or is older than a range delete that covers it.
 *
 * <p>Where the source stands: moving forward, on the current entry; moving backward, on the entry
 * before all entries of the current key. So the key is copied moving backward, and forward only if
 * it is not to be seen, or must outlast the source's next step. The current value is kept as array
 * and place: arrays of blocks are never written again, those of memtables not while they are held.
 */
public class VisibleCursor implements Walk {

  private static final int FORWARD = 1;
  private static final int BACKWARD = -1;
  private static final int KEY_BYTES = 64;
  private static final byte[] NONE = {};

  /** Versions of one key, or newer entries, that are stepped over; a seek passes the rest. */
  private static final int STEPS_BEFORE_SEEK = 8;

  /** A tag older than all versions, which shows nothing. */
  private static final long BEFORE_ALL = EntryKind.tag(0, EntryKind.DELETE);

  private final EntryCursor source;
  private final Runnable release;
  private final RangeWalker ranges;
  private final HiddenPath hidden;
  private final long sequence;
  private final LongSupplier time;
  private final long maxTag;
  private final byte[] from;
  private final long fromPrefix;
  private final byte @Nullable [] to;
  private final long toPrefix;

  /** Buffer for the current key, valid while isKeyCopied; most short walks forward copy none. */
  private byte[] key = NONE;

  private boolean isKeyCopied;

  private int keyLength;
  private long keyPrefix;
  private byte[] value = NONE;
  private int valueOffset;
  private int valueLength;

  /** The files that values lie in that are not with their keys. */
  private final ValueFiles valueFiles;

  /** Gives the value of a key that has operands. */
  private final Operands.Merging merging;

  /** The bytes in front of the current value that tell when it expires. */
  private int expiryBytes;

  /** Whether there is a pointer where the current value should be. */
  private boolean isApart;

  private final ValuePointer pointer = new ValuePointer();

  /** Begins with the current value, if it is apart and was read. */
  private byte[] readValue = NONE;

  private boolean isValueRead;

  private int direction = FORWARD;

  /**
   * A view at a moment, which a walk shows a range of.
   *
   * @param sequence the number to read at
   * @param time asked where an entry is met that expires; always tells the same
   * @param ranges the source's range deletes, at least those up to the sequence number
   * @param values those that the source's entries point into
   * @param merging gives the value of a key that has operands; null if it has none then
   * @param release lets go of what the source reads, when the cursor is closed
   */
  public record Sight(
      long sequence,
      LongSupplier time,
      KeyRange range,
      RangeWalker ranges,
      ValueFiles values,
      Operands.Merging merging,
      Runnable release) {

    Sight with(Operands.Merging other) {
      return new Sight(sequence, time, range, ranges, values, other, release);
    }
  }

  /**
   * Creates a cursor before the first entry; the source is its own from then on.
   *
   * @param known what is dead at the sequence number, and who is told what walks find to be so
   */
  public VisibleCursor(EntryCursor source, KnownDead known, Sight sight) {
    this.source = source;
    this.valueFiles = sight.values;
    this.merging = sight.merging;
    this.release = sight.release;
    this.ranges = sight.ranges;
    this.hidden = new HiddenPath(source, known);
    this.sequence = sight.sequence;
    this.time = sight.time;
    this.maxTag = EntryKind.readTag(sequence);
    this.from = sight.range.from();
    this.fromPrefix = EntryOrder.prefix(from, 0, from.length);
    this.to = sight.range.to();
    this.toPrefix = to == null ? -1L : EntryOrder.prefix(to, 0, to.length);
  }

  /** Moves to the last entry of the range. */
  @Override
  public boolean last() throws IOException {
    hidden.seekBefore(to);
    return findBackward();
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    hidden.seekBefore(to != null && Arrays.compareUnsigned(to, limit) < 0 ? to : limit);
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
    if (direction == BACKWARD) {
      seekBehindKey();
    } else {
      source.nextKey();
    }
    hidden.goOn();
    return findForward();
  }

  private void seekBehindKey() throws IOException {
    keepKey();
    source.seek(key, 0, keyLength, 0);
    if (isSavedKey()) {
      source.next();
    }
  }

  /** Moves to the entry before. Only when on one. */
  @Override
  public boolean prev() throws IOException {
    if (direction == FORWARD) {
      keepKey();
      source.seekBefore(key, 0, keyLength);
    }
    hidden.goOn();
    return findBackward();
  }

  /** From the source's place on, finds the next visible key. */
  private boolean findForward() throws IOException {
    direction = FORWARD;
    int newer = 0;
    while (source.valid() && !isBeyondRange()) {
      if (Long.compareUnsigned(source.tag(), maxTag) > 0) {
        passNewer(++newer);
        continue;
      }
      if (standOnEntry()) {
        return endOfWalk(true);
      }
      saveKey();
      hidden.pass(key, keyLength, maxTag);
    }
    return endOfWalk(false);
  }

  /** Moves the source on from an entry that is too new, the last of some number of them. */
  private void passNewer(int newer) throws IOException {
    if (newer % STEPS_BEFORE_SEEK != 0) {
      source.next();
    } else {
      saveKey();
      source.seek(key, 0, keyLength, maxTag);
    }
  }

  /** Ends a walk on an entry that is now the current one, at the end of the range, or of all. */
  private boolean endOfWalk(boolean entry) {
    if (hidden.isLong()) {
      keepKey();
      hidden.end(firstKeyBehindRun(entry), true);
    }
    return entry;
  }

  private byte[] firstKeyBehindRun(boolean entry) {
    if (!entry && to != null && source.valid()) {
      return to;
    }
    return entry ? Arrays.copyOf(key, keyLength) : keyBehind();
  }

  /** The key right after the current one. */
  private byte[] keyBehind() {
    return Arrays.copyOf(Arrays.copyOf(key, keyLength), keyLength + 1); // a zero more
  }

  /**
   * From the source's place backwards, finds the next visible key. Its entries come oldest first,
   * so the last one that is visible is the one that counts. Where there are many it is sought.
   */
  private boolean findBackward() throws IOException {
    direction = BACKWARD;
    while (source.valid() && !isBelowRange()) {
      saveKey();
      long newest = BEFORE_ALL;
      int steps = 0;
      do {
        long tag = source.tag();
        if (++steps == STEPS_BEFORE_SEEK) {
          newest = seekNewest();
        } else {
          if (Long.compareUnsigned(tag, maxTag) <= 0) {
            newest = tag;
            saveValue();
          }
          source.prev();
        }
      } while (isSavedKey());
      Content content =
          Versions.isExpired(newest, value, valueOffset - Versions.expiryBytes(newest), time)
              ? Content.NOTHING
              : Versions.seen(newest, sequence, ranges, keyPrefix, key, 0, keyLength);
      if (content == Content.OPERAND ? showsMerged() : shows(content)) {
        return endOfWalkBack(true);
      }
      hidden.passBack(key, keyLength);
    }
    return endOfWalkBack(false);
  }

  /** The tag of the saved key's newest visible version, if any; the source goes before the key. */
  private long seekNewest() throws IOException {
    long newest = BEFORE_ALL;
    source.seek(key, 0, keyLength, maxTag);
    if (isSavedKey()) {
      newest = source.tag();
      saveValue();
    }
    source.seekBefore(key, 0, keyLength);
    return newest;
  }

  /** Ends a walk on an entry that is now the current one, or where the range begins. */
  private boolean endOfWalkBack(boolean entry) {
    if (hidden.isLong()) {
      hidden.end(entry ? keyBehind() : from, false);
    }
    return entry;
  }

  private boolean isBeyondRange() {
    return to != null && compareKey(toPrefix, to) >= 0;
  }

  private boolean isBelowRange() {
    return compareKey(fromPrefix, from) < 0;
  }

  private int compareKey(long prefix, byte[] other) {
    int byPrefix = Long.compareUnsigned(source.keyPrefix(), prefix);
    return byPrefix != 0 ? byPrefix : source.compareKey(other);
  }

  private boolean isSavedKey() {
    return source.isKey(keyPrefix, key, keyLength);
  }

  /**
   * Makes the source's entry, the newest that the reader sees of its key, the current one if it
   * shows a value. The key stays where it is until the next move.
   */
  private boolean standOnEntry() throws IOException {
    byte[] buffer = source.keyBuffer();
    int offset = source.keyOffset();
    int length = source.keyLength();
    long prefix = source.keyPrefix();
    if (Versions.isExpired(source.tag(), source.valueBuffer(), source.valueOffset(), time)) {
      return false;
    }
    Content content = Versions.seen(source.tag(), sequence, ranges, prefix, buffer, offset, length);
    if (content == Content.OPERAND) {
      saveKey();
      return showsMerged();
    }
    if (!shows(content)) {
      return false;
    }
    isKeyCopied = false;
    keyLength = length;
    saveValue();
    return true;
  }

  /** Whether a key has a value by what the reader sees of it; if so, the value becomes current. */
  private boolean shows(Content content) {
    isApart = content == Content.POINTER;
    isValueRead = false;
    return content != Content.NOTHING;
  }

  /** Whether the saved key has a value by its operands; if so, that becomes current. */
  private boolean showsMerged() throws IOException {
    byte[] merged = merging.merged(Arrays.copyOf(key, keyLength));
    isApart = false;
    if (merged == null) {
      hidden.goOn(); // it is in no dead run: what it has may come to a value as time goes on
      return false;
    }
    value = merged;
    expiryBytes = 0;
    valueOffset = 0;
    valueLength = merged.length;
    return true;
  }

  /** Copies the current key to its buffer if that is not done. */
  private void keepKey() {
    if (!isKeyCopied) {
      saveKey();
    }
  }

  private void saveKey() {
    keyLength = source.keyLength();
    if (key.length < keyLength) {
      key = new byte[Math.max(Math.max(keyLength, KEY_BYTES), 2 * key.length)];
    }
    System.arraycopy(source.keyBuffer(), source.keyOffset(), key, 0, keyLength);
    keyPrefix = source.keyPrefix();
    isKeyCopied = true;
  }

  private void saveValue() {
    expiryBytes = Versions.expiryBytes(source.tag());
    value = source.valueBuffer();
    valueOffset = source.valueOffset() + expiryBytes;
    valueLength = source.valueLength() - expiryBytes;
  }

  /** Tells where the current value, which is apart, lies. */
  private ValuePointer pointer() {
    ValueFiles.point(pointer, value, valueOffset, valueLength);
    return pointer;
  }

  /** The array that begins with the current key; changes with the next move. */
  @Override
  public byte[] keyBuffer() {
    if (!isKeyCopied && source.keyOffset() == 0) {
      return source.keyBuffer();
    }
    keepKey();
    return key;
  }

  /** The current key's length. */
  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public byte[] valueBuffer() throws IOException {
    if (!isApart) {
      return value;
    }
    if (!isValueRead) {
      readValue = valueFiles.read(pointer(), readValue);
      isValueRead = true;
    }
    return readValue;
  }

  @Override
  public int valueOffset() {
    return isApart ? 0 : valueOffset;
  }

  @Override
  public int valueLength() {
    return isApart ? pointer().rawLength() : valueLength;
  }

  @Override
  public long expiry() {
    return expiryBytes == 0 ? Long.MAX_VALUE : Versions.expiry(value, valueOffset - expiryBytes);
  }

  @Override
  public byte[] copyValue() throws IOException {
    boolean isInFile = isApart && !isValueRead;
    return isInFile ? valueFiles.read(pointer()) : Walk.super.copyValue();
  }

  /** Closes the source and lets go of what it reads. Once. */
  @Override
  public void close() {
    source.close();
    release.run();
  }
}
