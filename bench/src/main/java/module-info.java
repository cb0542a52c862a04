/** Measurements: Malkoha beside itself with a Bloom filter and beside RocksDB. */
module dev.malkoha.bench {
  requires transitive com.google.gson;
  requires transitive dev.malkoha.cli;
  requires dev.malkoha.engine;
  requires dev.malkoha.filter;
  requires java.management;
  requires jdk.management;
  requires rocksdbjni;
  requires static transitive org.jspecify;

  exports dev.malkoha.bench;
  exports dev.malkoha.bench.compare;
  exports dev.malkoha.bench.deletes;
  exports dev.malkoha.bench.report;
  exports dev.malkoha.bench.store;
  exports dev.malkoha.bench.workload;

  opens dev.malkoha.bench.command to
      info.picocli;

  provides dev.malkoha.cli.CommandProvider with
      dev.malkoha.bench.command.BenchCommands;
}
