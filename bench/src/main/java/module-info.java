/**
 * Measurements: Malkoha beside itself with a Bloom filter and beside RocksDB, and the cuckoo filter
 * papers' evaluation.
 */
module dev.malkoha.bench {
  requires com.google.common;
  requires com.google.gson;
  requires de.siegmar.fastcsv;
  requires dev.malkoha.engine;
  requires dev.malkoha.filter;
  requires java.desktop;
  requires fastfilter;
  requires java.management;
  requires jdk.management;
  requires jmh.core;
  requires rocksdbjni;
  requires xchart;
  requires setfilters;
  requires static transitive org.jspecify;

  exports dev.malkoha.bench;
  exports dev.malkoha.bench.compare;
  exports dev.malkoha.bench.deletes;
  exports dev.malkoha.bench.filters;
  exports dev.malkoha.bench.input;
  exports dev.malkoha.bench.papers;
  exports dev.malkoha.bench.report;
  exports dev.malkoha.bench.store;
  exports dev.malkoha.bench.workload;
}
