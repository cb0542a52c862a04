/** Module. */
module dev.malkoha.bench {
  requires static org.jspecify;
}
