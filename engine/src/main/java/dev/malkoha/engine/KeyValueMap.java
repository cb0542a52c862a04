package dev.malkoha.engine;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of one ordered map from byte strings to byte strings: of a {@link Keyspace},
 * or of a {@link Db}'s default one.
 *
 * <p>Any number of threads may use it at once. Reads never wait for writes, flushes or compactions.
 * A write is atomic, is seen by every read that begins after it returned, and survives what the
 * {@link Durability} of the options says, or of {@link #withDurability}. A read that cannot be
 * answered throws; it never says "absent" instead.
 *
 * <p>All methods throw {@link IllegalStateException} once the store is closed or the keyspace
 * dropped, and a {@link DbException} where the disk or its contents fail.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface KeyValueMap extends MapReads {

  /**
   * The same map, with writes that survive what is said here, whatever its options say. It is a
   * light view: make one for each use, or keep it.
   */
  Keyspace withDurability(Durability durability);

  /**
   * Adds many entries at once, with as much memory as a memtable may take.
   *
   * @see #ingest(Iterator, IngestOptions)
   */
  Ingestion ingest(Iterable<? extends Map.Entry<byte[], byte[]>> entries);

  /**
   * Adds many entries at once: they are written as sorted tables beside the store, past log and
   * memtable, and all of them join it at one moment. It is cheapest where they come in the order of
   * their keys, as unsigned bytes; compactions have nothing left to do.
   *
   * <p>Until it returns nothing of them is seen; then all of them are, and they are durable. They
   * are newer than all that was written before that moment, puts, deletes and range deletes, and
   * older than all that is written after it. Snapshots and cursors of before do not see them. If it
   * fails, or the machine does, none of them is there.
   *
   * <p>Others may read, write and ingest meanwhile. At its end memtables of this map are flushed,
   * and those who write to it wait for some ten milliseconds, longer where the disk is slow. While
   * unsorted entries are merged, they are on the disk twice.
   *
   * <p>Closing the store ends it: {@code close()} in another thread does not wait for the input,
   * and the ingestion throws {@link IllegalStateException} once the input comes back. Nothing is
   * added.
   *
   * @param entries of which the last one of each key counts; arrays are copied as they come. What
   *     it throws, checked or not, ends the ingestion and is thrown as it is; it cannot close the
   *     store
   * @throws IllegalArgumentException if a key or value is too long
   * @throws DbNoSpaceException if the disk is full
   */
  Ingestion ingest(Iterator<? extends Map.Entry<byte[], byte[]>> entries, IngestOptions options);

  /** Adds files at once, with nobody being told how far it is. */
  Ingestion ingestFiles(List<Path> files);

  /**
   * Adds the entries of files that {@link TableWriter}s have made, all at one moment, as {@link
   * #ingest(Iterator, IngestOptions)} does. All of each file is checked first. The files stay as
   * they are: the store takes copies, since its own files are bound to it by checksums and have
   * filters of a secret of its own.
   *
   * @param files in any order; no two may have keys in the same range
   * @throws IllegalArgumentException if two of them overlap; nothing is added
   * @throws DbCorruptionException if one is damaged, or none of a {@code TableWriter}; nothing is
   *     added
   * @throws DbFormatException if one is compressed in a way that cannot be used here
   */
  Ingestion ingestFiles(List<Path> files, IngestOptions options);

  /**
   * Sets a key's value.
   *
   * @param key 0 to 65,535 bytes; copied
   * @param value 0 bytes to 256 MiB, and about a quarter of the heap at most; copied
   * @throws IllegalArgumentException if one is longer; nothing is written
   */
  void put(byte[] key, byte[] value);

  /**
   * Sets a key's value, which expires after a time: from then on the key is absent, and what it had
   * before stays gone. The time goes before what the keyspace's options say; without a time they
   * hold for every put. What was once seen as expired is not seen again, whatever the machine's
   * clock does.
   *
   * @param timeToLive 1 ms to 36,500 days from now on
   * @throws IllegalArgumentException if key, value or time are out of their range; nothing is
   *     written
   * @see KeyspaceOptions.Settings#timeToLive
   */
  void put(byte[] key, byte[] value, Duration timeToLive);

  /** Removes a key. Removing an absent key is no error. */
  void delete(byte[] key);

  /**
   * Has the merge function of the keyspace change a key's value by an operand, when it is read: a
   * write without a read. It is as fast as a put. No other writer is in its way, and two
   * transactions may merge into the same key.
   *
   * @param key 0 to 65,535 bytes; copied
   * @param operand as long as a value can be; copied
   * @throws IllegalStateException if the keyspace has no merge function, or it was not given
   * @throws IllegalArgumentException if the function refuses the operand, or one is too long;
   *     nothing is written
   * @see KeyspaceOptions.Builder#mergeFunction
   */
  void merge(byte[] key, byte[] operand);

  /**
   * Removes every key from {@code from} (inclusive) to {@code to} (exclusive), in unsigned
   * lexicographic order, as one atomic write. Removing where nothing is is no error. Where {@code
   * from} is not below {@code to} the range holds no key, as {@link KeyRange#between} has it, and
   * nothing is written.
   *
   * <p>It costs one short record however many keys the range holds; nothing is read. As long as the
   * range may still cover something on disk, each read of a present key, anywhere, also searches
   * the ranges in force: tens of nanoseconds, a hundred where there are thousands of them. What is
   * covered leaves the disk as its tables are merged; until then a scan over it steps over it.
   *
   * <p>Snapshots and cursors from before go on seeing what they saw, and a later put of a key in
   * the range is seen as any other.
   *
   * @param from 0 to 65,535 bytes; copied
   * @param to 0 to 65,535 bytes; copied. For all keys of a prefix this is {@link KeyRange#prefix}'s
   *     {@link KeyRange#to}, where there is one
   * @throws IllegalArgumentException if one is longer; nothing is written
   */
  void deleteRange(byte[] from, byte[] to);

  /**
   * Sets the value of a key if it is absent.
   *
   * @return whether it was, and is set now
   * @see #compareAndSet(byte[], byte[], byte[])
   */
  boolean putIfAbsent(byte[] key, byte[] value);

  /**
   * Removes a key if it has a value.
   *
   * @return whether it had it, and is removed now
   * @see #compareAndSet(byte[], byte[], byte[])
   */
  boolean remove(byte[] key, byte[] expected);

  /**
   * Sets a key's value if it is the expected one: nobody writes the key in between, in whichever
   * way. Values are compared byte by byte. It costs a read beside the write, and no other writer
   * waits for that; where the value is another one, nothing is written.
   *
   * @param expected null if the key is expected to be absent
   * @param value null to remove the key
   * @return whether it was the expected one, and is the new one now
   * @throws IllegalArgumentException if key or value is too long
   */
  boolean compareAndSet(byte[] key, byte @Nullable [] expected, byte @Nullable [] value);

  /**
   * Sets a key's value to what an operator makes of it: nobody writes the key in between, in
   * whichever way, so that no update is lost. It costs a read beside the write, and no other writer
   * waits for that.
   *
   * @param change is given the value, as an array of its own, or null if the key is absent; gives
   *     the new one, or null to remove the key. Where another thread changes the key meanwhile it
   *     is called again, and the result before is forgotten: so it should do nothing else. It may
   *     take its time: nothing waits for it, and nothing is held for it. What it throws, checked or
   *     not, ends the update and is thrown as it is; it cannot close the store. What it writes to
   *     the key itself is refused by an {@link IllegalStateException}
   * @return what it gave last, which is the value now
   * @throws IllegalArgumentException if key or value is too long; nothing is written
   */
  byte @Nullable [] update(byte[] key, UnaryOperator<byte @Nullable []> change);

  /**
   * Removes every key of a range, which may be open at either end, as one atomic write; nothing
   * where the range is empty.
   *
   * @throws IllegalArgumentException if an end is longer than 65,535 bytes; nothing is written
   * @see #deleteRange(byte[], byte[])
   */
  void deleteRange(KeyRange range);
}
