/**
 * Sorted string tables: immutable files of ordered entries, each with an index and a filter, the
 * sidecars that say which entries are dead, and the block cache that all of them share.
 */
module dev.malkoha.sstable {
  requires static transitive org.jspecify;
  requires transitive dev.malkoha.filter;
  requires transitive dev.malkoha.storage;
  requires org.xerial.snappy;
  requires roaringbitmap;

  exports dev.malkoha.sstable;
}
