/** Malkoha's write-ahead log: opaque records in, the same records back after a crash. */
module dev.malkoha.wal {
  requires dev.malkoha.codec;
  requires transitive dev.malkoha.storage;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.malkoha.wal;
}
