/**
 * Sorted string tables: immutable files of ordered entries, each with an index and a filter, the
 * sidecars that say which entries are dead, the files of values that lie apart from their keys, and
 * the block cache that all tables share.
 */
module dev.malkoha.sstable {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires dev.malkoha.codec;
  requires transitive dev.malkoha.filter;
  requires transitive dev.malkoha.storage;
  requires roaringbitmap;

  // Only where a store uses them.
  requires static com.github.luben.zstd_jni;
  requires static org.xerial.snappy;

  exports dev.malkoha.sstable;
  exports dev.malkoha.sstable.compression;
  exports dev.malkoha.sstable.sidecar;
  exports dev.malkoha.sstable.value;
}
