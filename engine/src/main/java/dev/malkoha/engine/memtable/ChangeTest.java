package dev.malkoha.engine.memtable;

import dev.malkoha.engine.range.RangeTombstone;

/** A question asked of changes one by one: whether this is one of those that are looked for. */
public interface ChangeTest {

  /** Whether a put or delete of a key is one; the bytes must not be changed or kept. */
  boolean key(byte[] bytes, int offset, int length);

  /** Whether a range delete is one. */
  boolean range(RangeTombstone range);
}
