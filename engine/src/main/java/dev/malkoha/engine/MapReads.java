package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * The reads of one ordered map as it is now: of a keyspace, or of a store's default one. In a
 * {@link DbReader} it is as it was when that was opened or last refreshed.
 *
 * <p>Any number of threads may use it at once. Reads never wait for writes, flushes or compactions.
 * Applications may mock this interface, but not implement it: methods will be added.
 */
public interface MapReads extends Reads {

  /** The value that a key had when the snapshot was taken; null if it was absent. */
  default byte @Nullable [] get(byte[] key, Snapshot snapshot) {
    return snapshot.in(this).get(key);
  }

  /** A cursor over a range as it was when the snapshot was taken. */
  default Cursor scan(KeyRange range, Snapshot snapshot) {
    return snapshot.in(this).scan(range);
  }

  /** How {@link #get(byte[])} finds its answer: looks the key up once, and is counted like that. */
  GetExplanation explainGet(byte[] key);

  /**
   * About how many keys a range has now, from what is in memory: no file is read. It takes
   * microseconds, and longer where the memtables hold many keys of the range.
   *
   * <p>In a store at rest, in which each key was written once or compaction has seen to those that
   * were written again, it is off by less than a block's entries at each end of the range, per
   * table that an end falls in. A key that was overwritten and not yet compacted counts as often as
   * it is there; a delete that is not yet applied takes one from the count whether or not there is
   * anything to delete; a range delete takes nothing until it is applied. {@link Db#compact} leaves
   * nothing of these.
   *
   * @return 0 or more
   */
  long estimate(KeyRange range);

  /**
   * About how many bytes the tables and value files of a range take, packed as they are: told from
   * what is in memory, as {@link #estimate} is, and as exactly. What is deleted or overwritten
   * counts until it is compacted; what is in memtables does not count.
   *
   * @return 0 or more
   */
  long estimateBytes(KeyRange range);
}
