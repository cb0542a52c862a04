package dev.malkoha.engine.memtable;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;

/**
 * The sorted, append-only, in-memory newest data of the store: a {@link KeyTree} for order and a
 * {@link HashIndex} for point reads, over one {@link Arena}.
 *
 * <p>Entries are ordered by key, then by tag descending. One thread at a time adds (the commit
 * pipeline's lock); any number read without locks, and see every entry whose sequence number was
 * published before they began.
 *
 * <p>The tree orders distinct keys; the entries of one key are a list of versions, newest first. A
 * further entry of a key that is already here is put in front of that list without a search, since
 * the hash index names its place.
 */
public final class MemTable {

  private final KeyHasher hasher;
  private final Memory memory;
  private final KeyTree tree;

  // Of the writing thread alone.
  private int entries;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;

  /**
   * Creates an empty memtable.
   *
   * @param expectedBytes a hint: about how many bytes of keys and values it will hold
   */
  public MemTable(KeyHasher hasher, long expectedBytes) {
    this.hasher = hasher;
    this.memory = new Memory(expectedBytes);
    this.tree = new KeyTree(memory);
  }

  /** Adds an entry; its tag must be above every tag of the same key here. */
  public void add(
      long tag,
      byte[] key,
      int keyOffset,
      int keyLength,
      byte[] value,
      int valueOffset,
      int valueLength) {
    long hash = hasher.hash(key, keyOffset, keyLength);
    int record = HashIndex.find(memory.current(), hash, key, keyOffset, keyLength);
    boolean isNew = record == Arena.NONE;
    memory.reserve((isNew ? keyLength : 0L) + valueLength);
    int entry = memory.takeRecord();
    if (isNew) {
      memory.reserveKey();
      memory.current().describeKey(entry, memory.store(key, keyOffset, keyLength), keyLength);
    }
    int valueAt = memory.store(value, valueOffset, valueLength);
    Arena arena = memory.current();
    arena.describeEntry(entry, tag, valueAt, valueLength);
    if (isNew) {
      tree.insert(entry, key, keyOffset, keyLength);
      HashIndex.add(arena, hash, entry);
    } else {
      arena.prependEntry(record, entry);
    }
    noteAdded(tag);
  }

  /**
   * Finds the newest entry of a key at or below a tag.
   *
   * @return whether there is one; it is then described in {@code result}
   */
  public boolean get(byte[] key, int offset, int length, long hash, long maxTag, Lookup result) {
    Arena arena = memory.current();
    int record = HashIndex.find(arena, hash, key, offset, length);
    if (record == Arena.NONE) {
      return false;
    }
    int version = arena.newestAtOrBelow(record, maxTag);
    if (version == Arena.NONE) {
      return false;
    }
    result.buffer = arena.bytes();
    result.valueOffset = arena.valueOffset(version);
    result.valueLength = arena.valueLength(version);
    result.tag = arena.tag(version);
    return true;
  }

  /** A cursor over the entries; it sees at least those published before this call. */
  public MemTableCursor cursor() {
    return new MemTableCursor(tree, memory);
  }

  /** Whether nothing was added. Of the writing thread, or once writing has ended. */
  public boolean isEmpty() {
    return entries == 0;
  }

  /** The number of entries. Of the writing thread, or once writing has ended. */
  public int entries() {
    return entries;
  }

  /** The bytes of keys and values. Of the writing thread, or once writing has ended. */
  public int bytesUsed() {
    return memory.bytesUsed();
  }

  /** The memory in use, in bytes, about. Of the writing thread, or once writing has ended. */
  public long memoryUsed() {
    return memory.used() + tree.bytes();
  }

  /** Whether a batch of so many operations and bytes still fits the largest arena. */
  public boolean fits(int operations, long batchBytes) {
    return memory.fits(operations, batchBytes);
  }

  /** The least sequence number here. Once writing has ended. */
  public long smallestSequence() {
    return smallestSequence;
  }

  /** The greatest sequence number here. Once writing has ended. */
  public long largestSequence() {
    return largestSequence;
  }

  private void noteAdded(long tag) {
    long sequence = EntryKind.sequence(tag);
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    entries++;
  }
}
