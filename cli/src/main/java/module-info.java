/** Module. */
module dev.malkoha.cli {
  requires static org.jspecify;
}
