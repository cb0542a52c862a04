/**
 * Sorted string tables: immutable files of ordered entries, each with an index and a filter, the
 * sidecars that say which entries are dead, the files of values that lie apart from their keys, and
 * the block cache that all tables share.
 */
@SuppressWarnings("module") // the modules that use it are compiled later
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

  exports dev.malkoha.sstable to
      dev.malkoha.engine,
      dev.malkoha.tools;
  exports dev.malkoha.sstable.block to
      dev.malkoha.tools;
  exports dev.malkoha.sstable.compression to
      dev.malkoha.engine,
      dev.malkoha.tools;
  exports dev.malkoha.sstable.index to
      dev.malkoha.tools;
  exports dev.malkoha.sstable.sidecar to
      dev.malkoha.engine,
      dev.malkoha.tools;
  exports dev.malkoha.sstable.value to
      dev.malkoha.engine,
      dev.malkoha.tools;
}
