/** The malkoha command. */
module dev.malkoha.cli {
  requires dev.malkoha.bench;
  requires dev.malkoha.engine;
  requires info.picocli;
  requires java.logging;
  requires me.tongfei.progressbar;
  requires static org.jspecify;

  opens dev.malkoha.cli to
      info.picocli;
}
