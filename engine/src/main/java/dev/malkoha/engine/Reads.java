package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.base.Limits;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one ordered map from byte strings to byte strings: of {@link MapReads} as it is now,
 * of a {@link Snapshot} as it was when that was taken, of a {@link Transaction} as that sees it.
 * Each sees one moment, however long it takes.
 *
 * <p>A read that cannot be answered throws; it never says "absent" instead. Any thread, but for a
 * transaction, which is of one thread at a time.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Reads {

  /** The value of a key, as a fresh array; null if the key is absent. */
  byte @Nullable [] get(byte[] key);

  /** The value of the key that the segment holds now; null if the key is absent. */
  default byte @Nullable [] get(MemorySegment key) {
    return get(Limits.keyBytes(key));
  }

  /**
   * Copies the value of a key to the beginning of a segment: all of it, or as much as the segment
   * holds. Where the value's block is in the cache, nothing is allocated.
   *
   * @param into may be of any kind but read-only; what lies after the value stays as it is
   * @return the value's length in bytes, also where that is more than was copied; -1 if the key is
   *     absent, and then nothing is copied
   * @throws IllegalArgumentException if the segment is read-only
   */
  int get(byte[] key, MemorySegment into);

  /**
   * Copies the value of a key into a buffer, from its position on: all of it, or as much as remains
   * there. The position moves past what was copied and the limit stays, as where a channel is read:
   * {@code flip} prepares for reading. Where the value's block is in the cache, nothing is
   * allocated.
   *
   * @param into direct or not
   * @return the value's length in bytes, also where that is more than was copied; -1 if the key is
   *     absent, and then the buffer stays as it is
   * @throws java.nio.ReadOnlyBufferException if it is read-only
   */
  int get(byte[] key, ByteBuffer into);

  /** Whether a key is present. It costs a {@link #get(byte[])} without the copy of the value. */
  boolean contains(byte[] key);

  /**
   * The values of some keys, all at one moment: no write is seen in one of them and missed in
   * another. Many keys cost less so than one by one, and neighbours much less: filters, indexes and
   * blocks are gone through once, in key order.
   *
   * @param keys in any order, also the same one twice; to be left alone until this returns
   * @return the values in the order of the keys, as fresh arrays; null elements for absent keys
   * @throws IllegalArgumentException if a key is longer than 65,535 bytes
   */
  List<byte @Nullable []> getAll(List<byte[]> keys);

  /** A cursor over a range; it stands before the first entry. Close it soon. */
  default Cursor scan(KeyRange range) {
    return scan(range, ScanOptions.defaults());
  }

  /** A cursor over a range, as {@link #scan(KeyRange)} gives it, with other options. */
  Cursor scan(KeyRange range, ScanOptions options);

  /**
   * Gives each entry of a range to a consumer, in key order and without a copy: the fastest way
   * through many entries, and one with nothing to close. What the consumer throws ends the walk and
   * comes out of here.
   */
  default void forEach(KeyRange range, EntryConsumer consumer) {
    forEach(range, ScanOptions.defaults(), consumer);
  }

  /** Gives each entry of a range to a consumer, in the direction that the options say. */
  void forEach(KeyRange range, ScanOptions options, EntryConsumer consumer);

  /**
   * The entries of a range, for one for-each loop. A loop that may be left before its end is to
   * close them.
   */
  default Entries entries(KeyRange range) {
    return entries(range, ScanOptions.defaults());
  }

  /** The entries of a range in the direction that the options say. */
  default Entries entries(KeyRange range, ScanOptions options) {
    return new Entries(scan(range, options), options.descends());
  }

  /**
   * The entries of a range, in key order, as a sequential stream. Close a stream that may end
   * before the last entry, as by a limit.
   */
  default Stream<Entry> stream(KeyRange range) {
    return stream(range, ScanOptions.defaults());
  }

  /** The entries of a range as a stream, in the direction that the options say. */
  default Stream<Entry> stream(KeyRange range, ScanOptions options) {
    return entries(range, options).stream();
  }

  /** The entry with the least key; null if there is none. */
  @Nullable Entry first();

  /** The entry with the greatest key; null if there is none. */
  @Nullable Entry last();

  /** The entry with the least key at or above the given one; null if there is none. */
  @Nullable Entry ceiling(byte[] key);

  /** The entry with the least key above the given one; null if there is none. */
  @Nullable Entry higher(byte[] key);

  /** The entry with the greatest key at or below the given one; null if there is none. */
  @Nullable Entry floor(byte[] key);

  /** The entry with the greatest key below the given one; null if there is none. */
  @Nullable Entry lower(byte[] key);

  /**
   * How many keys a range has, exactly. It walks over them as a scan does, but copies no value and
   * does not read blocks in which everything is deleted.
   *
   * @see MapReads#estimate
   */
  long count(KeyRange range);
}
