package dev.malkoha.engine.deletion;

import dev.malkoha.sstable.EntryOrder;

/**
 * One delete that is to be applied.
 *
 * @param key its key
 * @param prefix the key's first eight bytes, as {@link EntryOrder#prefix} has them
 * @param hash the key's hash
 * @param tag the delete's tag
 * @param ordinal its index in its table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
record Tombstone(byte[] key, long prefix, long hash, long tag, long ordinal) {

  static Tombstone of(byte[] key, long hash, long tag, long ordinal) {
    return new Tombstone(key, EntryOrder.prefix(key, 0, key.length), hash, tag, ordinal);
  }
}
