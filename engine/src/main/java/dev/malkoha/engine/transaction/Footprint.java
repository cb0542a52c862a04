package dev.malkoha.engine.transaction;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTable.ChangeTest;
import dev.malkoha.engine.range.RangeTombstone;
import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The keys and ranges of one keyspace that a transaction rests on, its read and write set. A change
 * of any of them is a conflict, and passes the test. One thread.
 */
public final class Footprint implements ChangeTest {

  private final NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
  private final KeyIntervals ranges = new KeyIntervals();

  /** Creates an empty footprint. */
  public Footprint() {}

  /** Adds a key; the array is the footprint's from then on. */
  public void addKey(byte[] key) {
    keys.add(key);
  }

  /** The ranges, to which others may be added. */
  public KeyIntervals ranges() {
    return ranges;
  }

  /** The keys, ascending; those of the ranges are not among them. */
  public NavigableSet<byte[]> keys() {
    return Collections.unmodifiableNavigableSet(keys);
  }

  /** Whether it holds nothing. */
  public boolean isEmpty() {
    return keys.isEmpty() && ranges.isEmpty();
  }

  /** Whether a memtable has a change of a key, or a range delete over anything here. */
  boolean meets(MemTable memTable, long since) {
    return memTable.anyRangeAbove(since, this::range)
        || keys.stream().anyMatch(key -> memTable.newest(key) > since);
  }

  @Override
  public boolean key(byte[] bytes, int offset, int length) {
    byte[] key = Arrays.copyOfRange(bytes, offset, offset + length);
    return keys.contains(key) || ranges.around(key) != null;
  }

  @Override
  public boolean range(RangeTombstone range) {
    byte[] first = keys.ceiling(range.from());
    return (first != null && range.covers(first))
        || ranges.meets(range.from(), range.isOpen() ? null : range.to());
  }
}
