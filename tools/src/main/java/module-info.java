/** Tools for stores as they lie on the disk: check, salvage, print. */
module dev.malkoha.tools {
  requires static transitive org.jspecify;
  requires transitive dev.malkoha.engine;
  requires dev.malkoha.filter;
  requires dev.malkoha.sstable;
  requires dev.malkoha.storage;
  requires dev.malkoha.wal;

  exports dev.malkoha.tools;
}
