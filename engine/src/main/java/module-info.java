/** The database: an embedded, ordered key-value store with a cuckoo filter in every table. */
module dev.malkoha.engine {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires dev.malkoha.codec;
  requires transitive dev.malkoha.filter;
  requires dev.malkoha.sstable;
  requires dev.malkoha.storage;
  requires dev.malkoha.wal;

  // Events are recorded where it is there.
  requires static jdk.jfr;

  exports dev.malkoha.engine;
  exports dev.malkoha.engine.events;
}
