/** Tools for stores as they lie on the disk: check, salvage, print. */
module dev.malkoha.tools {
  requires static transitive org.jspecify;
  requires dev.malkoha.codec;
  requires transitive dev.malkoha.engine;
  requires dev.malkoha.filter;
  requires dev.malkoha.sstable;
  requires dev.malkoha.storage;
  requires dev.malkoha.wal;
  requires roaringbitmap;

  exports dev.malkoha.tools;
}
