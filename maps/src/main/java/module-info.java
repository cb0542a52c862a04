/** Typed maps over keyspaces: codecs whose bytes are in the order of their types, and views. */
module dev.malkoha.maps {
  requires transitive dev.malkoha.engine;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;
  requires static tools.jackson.databind;

  exports dev.malkoha.maps;
}
