/**
 * Sorted string tables: immutable files of ordered entries, each with an index and a filter, and
 * the block cache that all of them share.
 */
module dev.malkoha.sstable {
  requires static org.jspecify;
  requires transitive dev.malkoha.filter;
  requires transitive dev.malkoha.storage;
  requires org.xerial.snappy;

  exports dev.malkoha.sstable;
}
