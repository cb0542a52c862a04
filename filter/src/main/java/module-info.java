/** Module. */
module dev.malkoha.filter {
  requires static org.jspecify;
}
