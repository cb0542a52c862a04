/**
 * The malkoha command: the commands on one store, and what commands of other modules are made with.
 */
module dev.malkoha.cli {
  requires com.google.gson;
  requires transitive dev.malkoha.engine;
  requires transitive info.picocli;
  requires dev.malkoha.tools;
  requires java.logging;
  requires me.tongfei.progressbar;
  requires static transitive org.jspecify;

  exports dev.malkoha.cli;
  exports dev.malkoha.cli.input;

  opens dev.malkoha.cli to
      info.picocli;

  uses dev.malkoha.cli.CommandProvider;
}
