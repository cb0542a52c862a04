/** Measurements: Malkoha beside itself with a Bloom filter, and beside other stores. */
module dev.malkoha.bench {
  requires transitive com.google.gson;
  requires transitive dev.malkoha.cli;
  requires com.h2database.mvstore;
  requires dev.malkoha.engine;
  requires dev.malkoha.filter;
  requires HdrHistogram;
  requires java.desktop;
  requires java.logging;
  requires java.management;
  requires jdk.management;
  requires lmdbjava;
  requires rocksdbjni;
  requires xchart;
  requires static transitive org.jspecify;

  exports dev.malkoha.bench;
  exports dev.malkoha.bench.compare;
  exports dev.malkoha.bench.deletes;
  exports dev.malkoha.bench.expiry;
  exports dev.malkoha.bench.growth;
  exports dev.malkoha.bench.memory;
  exports dev.malkoha.bench.report;
  exports dev.malkoha.bench.store;
  exports dev.malkoha.bench.workload;

  opens dev.malkoha.bench.command to
      info.picocli;

  provides dev.malkoha.cli.CommandProvider with
      dev.malkoha.bench.command.BenchCommands;
}
