/** Module. */
module dev.malkoha.engine {
  requires static org.jspecify;
}
