/**
 * The cuckoo filter papers' evaluation, with the filters they compare, and our filters beside those
 * of other libraries.
 */
module dev.malkoha.papers {
  requires com.google.common;
  requires com.google.gson;
  requires de.siegmar.fastcsv;
  requires dev.malkoha.bench;
  requires dev.malkoha.cli;
  requires dev.malkoha.codec;
  requires dev.malkoha.filter;
  requires fastfilter;
  requires java.desktop;
  requires jdk.management;
  requires jmh.core;
  requires setfilters;
  requires xchart;
  requires static transitive org.jspecify;

  opens dev.malkoha.papers.command to
      info.picocli;

  provides dev.malkoha.cli.CommandProvider with
      dev.malkoha.papers.command.PapersCommands;
}
