import org.jspecify.annotations.NullMarked;

/** The database: an embedded, ordered key-value store with a cuckoo filter in every table. */
@NullMarked
@SuppressWarnings("module") // the module of tools is compiled later
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
  // The tools read what the store writes: entries, ranges, records of the log, the manifest.
  exports dev.malkoha.engine.toolkit to
      dev.malkoha.tools;
  exports dev.malkoha.engine.base to
      dev.malkoha.tools;
  exports dev.malkoha.engine.compaction to
      dev.malkoha.tools;
  exports dev.malkoha.engine.entry to
      dev.malkoha.tools;
  exports dev.malkoha.engine.memtable to
      dev.malkoha.tools;
  exports dev.malkoha.engine.range to
      dev.malkoha.tools;
  exports dev.malkoha.engine.read to
      dev.malkoha.tools;
  exports dev.malkoha.engine.recovery to
      dev.malkoha.tools;
  exports dev.malkoha.engine.version to
      dev.malkoha.tools;
}
