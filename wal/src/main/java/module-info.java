/** Malkoha's write-ahead log: opaque records in, the same records back after a crash. */
@SuppressWarnings("module") // the modules that use it are compiled later
module dev.malkoha.wal {
  requires dev.malkoha.codec;
  requires transitive dev.malkoha.storage;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.malkoha.wal to
      dev.malkoha.engine,
      dev.malkoha.tools;
}
